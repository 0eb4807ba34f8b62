import { expect, onTestFinished, test } from 'vitest';
import { commitTogether } from '../commit/commit-batch.ts';
import { prepareGenerations } from '../generations/generations.ts';
import type { Projection } from '../projection.ts';
import { runProjections } from '../run-projections.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { digestGeneration } from '../testing/digest-generation.ts';
import { eventually } from '../testing/eventually.ts';
import { tallyTotals } from '../testing/open-tally.ts';
import { openTestLog, type TestLog } from '../testing/open-test-log.ts';
import { drain, liveGeneration, parkedRows, readBatch, takeAll } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { poison, refused, xp } from '../testing/xp-records.ts';

const other: Projection = { ...(tallyProjection as Projection), name: 'other' };
const both = [tallyProjection as Projection, other];

test('projections of one pace commit in one transaction', async () => {
  const log = await openBoth();
  start(log, both);
  await log.journal.append([xp('a', 1)]);
  await untilTotals(log, { a: 1 }, { a: 1 });
  await eventually(async () => {
    await log.journal.append([xp('a', 1)]);
    await untilEqual(log);
    expect(await transactionsOf(log)).toHaveLength(1);
  });
});

test('a failing projection holds up no other, and shares turns again after its failure', async () => {
  const log = await openBoth();
  let failing: number | null = null;
  const projections = both.map((projection, index) => ({
    ...projection,
    save: async (...saved: Parameters<Projection['save']>) => {
      if (index === failing) throw new Error('broken');
      await projection.save(...saved);
    },
  }));
  start(log, projections);
  const untilShared = () =>
    eventually(async () => {
      await log.journal.append([xp('a', 1)]);
      await untilEqual(log);
      expect(await transactionsOf(log)).toHaveLength(1);
    });
  await untilShared();
  // Either may be the last of a turn, which holds up nobody.
  for (const index of [0, 1]) {
    const totalsOfAccount = async (name: string) =>
      (await totalsOf(log)).map((totals) => Reflect.get(totals, name));
    const inOrder = (of: number | undefined, other: number) => (index === 0 ? [of, other] : [other, of]);
    const account = `b${index}`;
    failing = index;
    await log.journal.append([xp(account, 1)]);
    await eventually(async () => expect(await totalsOfAccount(account)).toEqual(inOrder(undefined, 1)));
    await log.journal.append([xp(account, 2)]);
    await eventually(async () => expect(await totalsOfAccount(account)).toEqual(inOrder(undefined, 3)));
    failing = null;
    await eventually(async () => expect(await totalsOfAccount(account)).toEqual([3, 3]));
    await untilShared();
  }
});

test('a projection that is behind catches up alone, without a record twice', async () => {
  const log = await openBoth();
  await log.journal.append(Array.from({ length: 30 }, (_, index) => xp(`a${index % 5}`, 1)));
  await drain(log.database, log.journal, await liveGeneration(log.database, tallyProjection as Projection));
  start(log, both);
  await log.journal.append([xp('a0', 1)]);
  await untilEqual(log);
  for (const projection of both) {
    const live = await liveGeneration(log.database, projection);
    const built = await buildGeneration({ ...log, projection });
    expect(await digestGeneration(log.database, live)).toEqual(await digestGeneration(log.database, built));
  }
});

test('a projection that is behind does not pause between batches', async () => {
  const log = await openBoth();
  const hourly: Projection = { ...(tallyProjection as Projection), special: { paceMs: 3_600_000 } };
  const batches = 3;
  for (let batch = 0; batch < batches; batch += 1)
    await log.journal.append(Array.from({ length: 1_500 }, () => xp('a', 1)));
  start(log, [hourly]);
  await untilTotals(log, { a: batches * 1_500 }, {});
});

test('a record that one projection cannot store is parked there, and stored by the other', async () => {
  const log = await openBoth();
  const takes: Projection = { ...other, evolve: (state) => state };
  start(log, [tallyProjection as Projection, takes]);
  await log.journal.append([poison('a'), refused('b'), xp('c', 1)]);
  await untilTotals(log, { c: 1 }, {});
  const [first, second] = await Promise.all(both.map((each) => liveGeneration(log.database, each)));
  if (first === undefined || second === undefined) throw new Error('no generations');
  await eventually(async () => expect(await parkedRows(log.database, first)).toHaveLength(2));
  expect(await parkedRows(log.database, second)).toEqual([]);
});

test('when one projection lost a partition, the transaction of all writes nothing', async () => {
  const log = await openBoth();
  await log.journal.append([xp('a', 1), xp('b', 2)]);
  const batches = [];
  for (const projection of both) {
    const generation = await liveGeneration(log.database, projection);
    const leases = await takeAll(log.database, generation);
    batches.push({ generation, batch: await readBatch(log.journal, generation, leases) });
  }
  await log.database.run({
    text: `update projection.checkpoint set epoch = epoch + 1 where projection = 'other'`,
  });
  expect(await commitTogether(log, batches)).toBeNull();
  for (const { generation } of batches) expect(await tallyTotals({ ...log, generation })).toEqual({});
  const moved = await log.database.many({
    text: 'select 1 from projection.checkpoint where next_offset > 0',
  });
  expect(moved).toEqual([]);
});

async function openBoth(): Promise<TestLog> {
  const log = await openTestLog();
  await prepareGenerations(log.database, both);
  return log;
}

function start(log: TestLog, projections: readonly Projection[]): void {
  const projector = runProjections({ ...log, projections, heartbeatEveryMs: 100 });
  onTestFinished(() => projector.stop());
}

async function totalsOf(log: TestLog) {
  const found = [];
  for (const projection of both) {
    found.push(await tallyTotals({ ...log, generation: await liveGeneration(log.database, projection) }));
  }
  return found;
}

function untilTotals(log: TestLog, ...totals: readonly object[]): Promise<void> {
  return eventually(async () => expect(await totalsOf(log)).toEqual(totals));
}

/** Waits until both projections have the same rows. */
function untilEqual(log: TestLog): Promise<void> {
  return eventually(async () => {
    const { lag } = await log.database.one<{ lag: number }>({
      text: `select count(distinct (stream, partition, next_offset))
                    - count(distinct (stream, partition)) as lag
             from projection.checkpoint`,
    });
    expect(lag).toBe(0);
    const [first, second] = await totalsOf(log);
    expect(second).toEqual(first);
  });
}

/** The transactions that wrote the newest row of account `a`. */
async function transactionsOf(log: TestLog): Promise<unknown[]> {
  const [first, second] = await Promise.all(both.map((each) => liveGeneration(log.database, each)));
  return log.database.many({
    text: `select xmin::text from ${first?.schema}.tally where account_id = 'a'
           union
           select xmin::text from ${second?.schema}.tally where account_id = 'a'`,
  });
}
