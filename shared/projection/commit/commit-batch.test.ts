import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { partitionOf } from '../../events/streams.ts';
import { eraseSubjectsFromLog } from '../../log/erase-subjects-from-log.ts';
import type { Generation } from '../generations/generation.ts';
import { eventually } from '../testing/eventually.ts';
import { openTally } from '../testing/open-tally.ts';
import type { TestLog } from '../testing/open-test-log.ts';
import { drain, readBatch, step, takeAll } from '../testing/step-projector.ts';
import { neighbours, poison, refused, xp } from '../testing/xp-records.ts';
import { commitBatch, dataErrorOf } from './commit-batch.ts';

test('refuses a batch of a process that lost the partition', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp('a', 1)]);
  const loser = await takeAll(database, generation);
  const winner = await takeAll(database, generation);

  expect(await step(database, journal, generation, loser)).toEqual({ kind: 'lost' });
  expect(await tallies(database, generation)).toEqual([]);
  expect(await step(database, journal, generation, winner)).toEqual({ kind: 'committed', parked: 0 });
  expect(await tallies(database, generation)).toEqual([{ account_id: 'a', reports: 1 }]);
});

test('only one of two racing commits of the same records succeeds', async () => {
  const { database, journal, decisions, generation } = await openTally();
  await journal.append(Array.from({ length: 50 }, (_, index) => xp(`a${index % 5}`, 1)));
  const leases = await takeAll(database, generation);
  const copies = leases.map((lease) => ({ ...lease }));
  const batches = [
    await readBatch(journal, generation, leases),
    await readBatch(journal, generation, copies),
  ];

  const outcomes = await Promise.all(
    batches.map((batch) => commitBatch({ database, decisions }, generation, batch)),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['committed', 'lost']);
  const rows = await tallies(database, generation);
  expect(rows.map(({ reports }) => reports)).toEqual([10, 10, 10, 10, 10]);
});

test('writes nothing of a batch when one of its partitions is lost', async () => {
  const { database, journal, generation } = await openTally();
  const [lost] = neighbours(1);
  const kept = ['a', 'b', 'c', 'd'].find(
    (name) => partitionOf('hub.xp', name) !== partitionOf('hub.xp', 'n0'),
  );
  await journal.append([xp(lost ?? '', 1), xp(kept ?? '', 1)]);
  const leases = await takeAll(database, generation);
  await database.run({
    text: 'update projection.checkpoint set epoch = epoch + 1 where partition = $1',
    values: [partitionOf('hub.xp', 'n0')],
  });

  expect(await step(database, journal, generation, leases)).toEqual({ kind: 'lost' });
  expect(await tallies(database, generation)).toEqual([]);
  const moved = await database.many({ text: 'select 1 from projection.checkpoint where next_offset > 0' });
  expect(moved).toEqual([]);
});

test('refuses the writes of a process that froze inside its transaction', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp('a', 1), xp('a', 2)]);
  const frozen = holdSave(generation);
  const leases = await takeAll(database, generation, randomUUID());
  const late = step(database, journal, frozen.generation, leases).catch((error: unknown) => error);
  await frozen.reached;

  // The frozen session holds the row of the checkpoint until the server ends the session.
  await eventually(async () => {
    await drain(database, journal, generation);
    expect(await tallies(database, generation)).toEqual([{ account_id: 'a', reports: 2 }]);
  });
  await journal.append([xp('a', 3)]);
  await drain(database, journal, generation);

  frozen.thaw();
  expect(await late).toBeInstanceOf(Error);
  expect(await tallies(database, generation)).toEqual([{ account_id: 'a', reports: 3 }]);
  expect(await step(database, journal, generation, leases)).toEqual({ kind: 'lost' });
});

test('when a transaction with an erasure is rolled back, a record of the account waits behind its parked record again', async () => {
  const { database, journal, decisions, generation } = await openTally();
  const [gone = '', other = ''] = neighbours(2);
  const saved: string[] = [];
  const projection: Generation['projection'] = {
    ...generation.projection,
    save: async (tx, states) => {
      saved.push(...[...states].map(([account]) => account));
      await generation.projection.save(tx, states);
    },
  };
  const noting = { ...generation, projection };
  await journal.append([poison(gone), xp(other, 1)]);
  const leases = await takeAll(database, noting);
  await step(database, journal, noting, leases);
  expect(leases.flatMap(({ parkedSubjects }) => [...parkedSubjects])).toEqual([gone]);

  // The whole batch is refused, then its first half is tried without the record of the erasure.
  await journal.append([xp(gone, 2), refused(other)]);
  await eraseSubjectsFromLog(journal.log, [gone]);
  const batch = await readBatch(journal, noting, leases);
  expect(batch.some(({ endsSubject }) => endsSubject)).toBe(true);
  expect(await commitBatch({ database, decisions }, noting, batch)).toMatchObject({ kind: 'committed' });
  expect(new Set(saved)).toEqual(new Set([other]));
  expect(await tallies(database, generation)).toEqual([{ account_id: other, reports: 1 }]);
});

test('a transaction that fails moves no checkpoint, and the next batch reads the erased subjects and decisions again', async () => {
  const { database, journal, decisions, generation } = await openTally();
  const options = { database, decisions };
  await journal.append([xp('a', 1)]);
  const leases = await takeAll(database, generation);
  expect(await step(database, journal, generation, leases)).toMatchObject({ kind: 'committed' });
  const used = leases.filter(({ excluded }) => excluded !== null);
  expect(used).toHaveLength(1);
  const position = used.map(({ checkpoint }) => checkpoint);

  await journal.append([xp('a', 2)]);
  const batch = await readBatch(journal, generation, used);
  const save = async () => Promise.reject(new Error('the connection was lost'));
  const failing = { ...generation, projection: { ...generation.projection, save } };
  await expect(commitBatch(options, failing, batch)).rejects.toThrow('the connection was lost');
  expect(used.map(({ excluded }) => excluded)).toEqual([null]);
  expect(used.map(({ checkpoint }) => checkpoint)).toEqual(position);
  expect(await commitBatch(options, generation, batch)).toMatchObject({ kind: 'committed' });
  expect(used.map(({ excluded }) => excluded)).not.toEqual([null]);
});

test('errors in the data park a record, but an outage or a deadlock does not', () => {
  const failed = (code: unknown) => dataErrorOf(Object.assign(new Error('failed'), { code }));
  expect(['22003', '22P02', '23502', '23505'].map(failed)).toEqual([
    '22003: failed',
    '22P02: failed',
    '23502: failed',
    '23505: failed',
  ]);
  // A deadlock, a serialization failure, a full disk, too many connections, a timeout, a shutdown,
  // no rights, a lost connection, a damaged page.
  const others = ['40P01', '40001', '53100', '53300', '57014', '57P01', '42501', '08006', 'XX001'];
  for (const code of [...others, '22', '2200', 'ECONNRESET', undefined, 22_003]) {
    expect(failed(code), String(code)).toBeNull();
  }
  expect([null, '22003', { code: '22003' }].map(dataErrorOf)).toEqual([null, null, null]);
});

async function tallies(database: TestLog['database'], { schema }: Generation) {
  return database.many<{ account_id: string; reports: number }>({
    text: `select account_id, reports from ${schema}.tally order by account_id`,
  });
}

/** `save` waits inside its transaction until `thaw` is called. */
function holdSave(generation: Generation) {
  const reached = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  const { projection } = generation;
  const save: typeof projection.save = async (tx, states) => {
    reached.resolve();
    await thawed.promise;
    await projection.save(tx, states);
  };
  return {
    generation: { ...generation, projection: { ...projection, save } },
    reached: reached.promise,
    thaw: thawed.resolve,
  };
}
