import { expect, onTestFinished, test, vi } from 'vitest';
import { LogUnavailable, OperatorError } from '../../errors/errors.ts';
import { type EventLog, type LogEntry, logDamagedCode } from '../../log/event-log.ts';
import type { Sql } from '../../postgres/database.ts';
import type { ParkedDecision } from '../commit/parked-decisions.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { digestGeneration } from '../testing/digest-generation.ts';
import { eventually } from '../testing/eventually.ts';
import { openTally, type TestTally, tallyTotals } from '../testing/open-tally.ts';
import { drain, liveGeneration, parkedRows, step, takeAll } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { entryOf, neighbours, poison, refused, xp } from '../testing/xp-records.ts';
import { eraseSubjects } from '../upkeep/erase-subjects.ts';
import { applyDecisions } from './apply-decisions.ts';
import { readParked } from './read-parked.ts';
import { applyAllDecisions, startApplyingDecisions } from './watch-decisions.ts';

const [bad = '', good = ''] = neighbours(2);

const poisons: readonly (readonly [string, () => LogEntry])[] = [
  ['that the fold throws on', () => entryOf(poison(bad))],
  ['that the database refuses', () => entryOf(refused(bad))],
];

test.each(poisons)(
  'a dropped record %s is excluded, and the records that waited behind it are folded',
  async (_name, entry) => {
    const projection = await openDecidedTally();
    const bads = [entry(), entry()];
    await projection.journal.log.append([
      entryOf(xp(bad, 1)),
      ...bads,
      entryOf(xp(bad, 3)),
      entryOf(xp(good, 5)),
    ]);
    await drain(projection.database, projection.journal, projection.generation);
    await expectSameInRebuild(projection);

    await projection.decide('drop', bads[0]);
    expect(await applyDecisions(projection, projection.generation)).toBe(1);
    const [next] = await readParked(projection.database);
    expect(next).toMatchObject({ record_id: bads[1]?.recordId, waiting: 1 });
    await expectSameInRebuild(projection);

    await projection.decide('drop', bads[1]);
    await applyDecisions(projection, projection.generation);
    expect(await tallyTotals(projection)).toEqual({ [bad]: 4, [good]: 5 });
    expect(await parkedRows(projection.database, projection.generation)).toEqual([]);
    await expectSameInRebuild(projection);
  },
);

test('a retry that still fails keeps all records parked; a retry after a fix folds all, like a rebuild', async () => {
  const projection = await openDecidedTally();
  const bads = entryOf(poison(bad));
  await projection.journal.log.append([entryOf(xp(bad, 1)), bads, entryOf(xp(bad, 3))]);
  await drain(projection.database, projection.journal, projection.generation);
  await projection.decide('retry', bads);
  expect(await applyDecisions(projection, projection.generation)).toBe(1);
  expect(await applyDecisions(projection, projection.generation)).toBe(0);
  expect(await parkedRows(projection.database, projection.generation)).toHaveLength(2);
  await expectSameInRebuild(projection);

  await projection.decide('retry', bads);
  const fixed = { ...projection.generation, projection: takesPoison };
  await applyDecisions(projection, fixed);
  expect(await tallyTotals(projection)).toEqual({ [bad]: 5 });
  await expectSameInRebuild({ ...projection, generation: fixed });
});

test('a projector that holds the partition continues after a decision', async () => {
  const projection = await openDecidedTally();
  const leases = await takeAll(projection.database, projection.generation);
  const bads = entryOf(poison(bad));
  await projection.journal.log.append([bads, entryOf(xp(bad, 3))]);
  await step(projection.database, projection.journal, projection.generation, leases);
  await projection.decide('drop', bads);
  await applyDecisions(projection, projection.generation);
  await projection.journal.append([xp(bad, 4)]);
  await step(projection.database, projection.journal, projection.generation, leases, projection.decisions);
  expect(await tallyTotals(projection)).toEqual({ [bad]: 7 });
  expect(await parkedRows(projection.database, projection.generation)).toEqual([]);
});

test('folds more than one step of records, and continues after a crash', async () => {
  const projection = await openDecidedTally();
  const bads = entryOf(poison(bad));
  const waiting = Array.from({ length: 450 }, () => entryOf(xp(bad, 1)));
  await projection.journal.log.append([bads, ...waiting]);
  await drain(projection.database, projection.journal, projection.generation);
  await projection.decide('drop', bads);
  let transactions = 0;
  const dying = {
    ...projection,
    database: {
      ...projection.database,
      transaction: (async (...work: Parameters<typeof projection.database.transaction>) => {
        transactions += 1;
        if (transactions > 1) throw new Error('crash');
        return projection.database.transaction(...work);
      }) as typeof projection.database.transaction,
    },
  };
  await expect(applyDecisions(dying, projection.generation)).rejects.toThrow('crash');
  expect(await tallyTotals(projection)).toEqual({ [bad]: 199 });
  await Promise.all([
    applyDecisions(projection, projection.generation),
    applyDecisions(projection, projection.generation),
  ]);
  expect(await tallyTotals(projection)).toEqual({ [bad]: 450 });
  // Batches of one record would take two seconds here.
  await expectSameInRebuild(projection, [97]);
});

test('a chain that cannot be read does not keep other chains or projections from being settled', async () => {
  const projection = await openDecidedTally();
  const other = { ...tallyProjection, name: 'tally_other' };
  await prepareGenerations(projection.database, [other]);
  const otherProjection = { ...projection, generation: await liveGeneration(projection.database, other) };
  const bads = [entryOf(poison(bad)), entryOf(poison(good))];
  await projection.journal.log.append([...bads, entryOf(xp(bad, 3)), entryOf(xp(good, 5))]);
  for (const { generation } of [projection, otherProjection])
    await drain(projection.database, projection.journal, generation);
  for (const each of bads) await projection.decide('drop', each);
  let reads = 0;
  const read: EventLog['read'] = async (places, options) => {
    reads += 1;
    if (reads === 1) throw new OperatorError(logDamagedCode, 'records are on damaged pages');
    return projection.journal.log.read(places, options);
  };
  const journal = { ...projection.journal, log: { ...projection.journal.log, read } };
  const decisions = {
    ...projection.decisions,
    read: (sql: Sql) => projection.decisions.read(sql, tallyProjection.name),
  };
  const projections = [tallyProjection, other];
  await expect(applyAllDecisions({ ...projection, journal, decisions, projections })).rejects.toThrow(
    'damaged pages',
  );
  const settled = [await tallyTotals(projection), await tallyTotals(otherProjection)];
  expect(settled.map((totals) => [totals[bad], totals[good]]).sort()).toEqual([
    [undefined, 5],
    [3, 5],
  ]);
});

test('an unavailable log ends the run at the first chain', async () => {
  const projection = await openDecidedTally();
  const bads = [entryOf(poison(bad)), entryOf(poison(good))];
  await projection.journal.log.append(bads);
  await drain(projection.database, projection.journal, projection.generation);
  for (const each of bads) await projection.decide('drop', each);
  const read = vi.fn<EventLog['read']>().mockRejectedValue(new LogUnavailable('the log is away'));
  const journal = { ...projection.journal, log: { ...projection.journal.log, read } };
  const projections = [tallyProjection];
  await expect(applyAllDecisions({ ...projection, journal, projections })).rejects.toThrow('the log is away');
  expect(read).toHaveBeenCalledTimes(1);
});

test('a decision that could not be carried out is carried out later, even without an announcement', async () => {
  const projection = await openDecidedTally();
  const { database, generation } = projection;
  const bads = entryOf(poison(bad));
  await projection.journal.log.append([bads, entryOf(xp(bad, 3))]);
  await drain(database, projection.journal, generation);
  await projection.decide('drop', bads);
  const read = vi.fn<EventLog['read']>(projection.journal.log.read);
  read.mockRejectedValueOnce(new LogUnavailable('the log is away'));
  const settling = startApplyingDecisions({
    ...projection,
    journal: { ...projection.journal, log: { ...projection.journal.log, read } },
    projections: [tallyProjection],
    notifications: { ...projection.notifications, on: () => () => {} },
    settleEveryMs: 100,
  });
  onTestFinished(() => settling.stop());
  await eventually(async () => expect(await parkedRows(database, generation)).toEqual([]));
  expect(await tallyTotals(projection)).toEqual({ [bad]: 3 });
  expect(read.mock.settledResults[0]?.type).toBe('rejected');
});

test('parked records of an erased subject are never folded', async () => {
  const projection = await openDecidedTally();
  const bads = entryOf(poison(bad));
  await projection.journal.log.append([bads, entryOf(xp(bad, 3))]);
  await drain(projection.database, projection.journal, projection.generation);
  await eraseSubjects(projection.database, [bad]);
  await projection.decide('drop', bads);
  expect(await applyDecisions(projection, projection.generation)).toBe(0);
  expect(await tallyTotals(projection)).toEqual({});
  await expectSameInRebuild(projection);
});

/** The projection after a fix. */
const takesPoison: typeof tallyProjection = {
  ...tallyProjection,
  evolve: (tally, event) => {
    const [amount = 0] = Object.values(event.data.skills);
    return tallyProjection.evolve(tally, { ...event, data: { ...event.data, skills: { Attack: amount } } });
  },
};

interface DecidedTally extends TestTally {
  decide(decision: 'retry' | 'drop', entry: LogEntry | undefined): Promise<void>;
}

async function openDecidedTally(): Promise<DecidedTally> {
  const tally = await openTally();
  const decided: ParkedDecision[] = [];
  return {
    ...tally,
    decisions: {
      projection: 'decisions',
      read: async (_sql, projection) =>
        Map.groupBy(projection === tallyProjection.name ? decided : [], (row) => row.record_id),
    },
    decide: async (decision, entry) => {
      const record_id = entry?.recordId ?? '';
      const [parked] = await readParked(tally.database, record_id);
      const record_offset = parked?.record_offset ?? 0;
      decided.push({ record_id, decision, record_offset, decided_offset: decided.length });
    },
  };
}

async function expectSameInRebuild(
  { database, journal, decisions, generation }: DecidedTally,
  batchSizes = [1, 3, 100],
): Promise<void> {
  for (const size of batchSizes) {
    const { projection } = generation;
    const rebuilt = await buildGeneration({
      database,
      journal,
      decisions,
      projection,
      batchSize: () => size,
    });
    const [live, replayed] = [
      await digestGeneration(database, generation),
      await digestGeneration(database, rebuilt),
    ];
    expect(replayed).toEqual(live);
    expect(await parkedRows(database, rebuilt)).toEqual(await parkedRows(database, generation));
  }
}
