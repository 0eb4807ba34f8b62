import { expect, test } from 'vitest';
import { waitingForLocks } from '../../../test/support/postgres/locks.ts';
import type { Database } from '../../postgres/database.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { drain, liveGeneration } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { xp } from '../testing/xp-records.ts';
import { promote, promoteOwnVersion, rollBack } from './promote.ts';
import { dropGeneration } from './rebuild/drop-generation.ts';

const name = 'tally';
const strict = { force: false };

const candidateChanges = [
  ['no longer verified', 'update projection.generation set verified_with = null where generation = 2'],
  [
    'behind',
    `update projection.checkpoint
     set next_offset = next_offset + 1, watermark_at = watermark_at + 60000
     where generation = 1`,
  ],
  [
    'left with a parked record',
    `insert into projection.parked
       (projection, generation, stream, partition, record_offset, record_id, subject, behind, reason)
     values ('${name}', 2, 'hub.xp', 0, 0, 'r', 'a', false, 'test')`,
  ],
  [
    'stopped',
    `update projection.generation set state = 'stopped', stopped_reason = 'x' where generation = 2`,
  ],
] as const;

test.each(candidateChanges)(
  'does not promote a generation that is %s after its conditions were checked',
  async (_, change) => {
    const database = await openVerified();
    const meddled = beforeTheMove(database, () => database.run({ text: change }));
    await expect(promote(meddled, name, strict)).rejects.toThrow(
      'the generations of tally changed in the meantime: hub projections shows them',
    );
    expect(await pointer(database)).toEqual({ generation: 1, previous: null });
    expect(await promote(database, name, { force: true }).catch(() => null)).toEqual(
      change.includes('stopped') ? null : { from: 1, to: 2 },
    );
  },
);

test('only one of two promotions at once moves the pointer, the other promotion fails, and a rollback stays possible', async () => {
  const database = await openVerified();
  const outcomes = await bothAtOnce(database, () => promote(database, name, strict));
  expect(outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))).toEqual([
    { from: 1, to: 2 },
  ]);
  expect(outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual([
    expect.objectContaining({
      code: 'conflict',
      message: 'another promotion of tally came first: generation 2 is live, this command changed nothing',
    }),
  ]);
  expect(await pointer(database)).toEqual({ generation: 2, previous: 1 });
  expect(await rollBack(database, name, strict)).toEqual({ from: 2, to: 1 });
});

test('a promoted generation takes the watermarks of the live generation where it has the same records', async () => {
  const database = await openVerified();
  await database.run({
    text: `update projection.checkpoint
           set watermark_at = case generation when 1 then 9000 else 5000 end,
               next_offset = next_offset + case when generation = 1 and partition = 0 then 1 else 0 end`,
  });
  expect(await promote(database, name, strict)).toEqual({ from: 1, to: 2 });
  const watermarks = await database.many({
    text: `select distinct partition = 0 as is_behind, watermark_at
           from projection.checkpoint where generation = 2 order by 1`,
  });
  expect(watermarks).toEqual([
    { is_behind: false, watermark_at: 9_000 },
    { is_behind: true, watermark_at: 5_000 },
  ]);
});

test('a promotion that waits for another promotion does not change the generation for a rollback', async () => {
  const database = await openVerified();
  // The pointer moves after the second promotion has checked its conditions.
  const second = await database.transaction(async (tx) => {
    await tx.run({ text: 'select from projection.generation where generation = 2 for no key update' });
    const waiting = promote(database, name, strict).catch((error: unknown) => error);
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    await tx.run({ text: 'update projection.pointer set generation = 2, previous = 1' });
    return { waiting };
  });
  expect(await second.waiting).toMatchObject({ code: 'conflict' });
  expect(await pointer(database)).toEqual({ generation: 2, previous: 1 });
});

test('only one of two rollbacks at once goes back', async () => {
  const database = await openVerified();
  await promote(database, name, strict);
  const outcomes = await bothAtOnce(database, () => rollBack(database, name, strict));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await pointer(database)).toEqual({ generation: 1, previous: 2 });
});

test('only one of two processes of a new release promotes its version, and the other continues without an error', async () => {
  const next = { ...tallyProjection, version: { shape: 1, logic: 2 } };
  const database = await openVerified(next);
  const outcomes = await bothAtOnce(database, () => promoteOwnVersion(database, next));
  expect(outcomes).toContainEqual({ status: 'fulfilled', value: { from: 1, to: 2 } });
  expect(outcomes).toContainEqual({ status: 'fulfilled', value: null });
  expect(await pointer(database)).toEqual({ generation: 2, previous: 1 });
});

test('waits for processes of the old version, but not for a process whose beat is an hour ahead', async () => {
  const next = { ...tallyProjection, version: { shape: 1, logic: 2 } };
  const database = await openVerified(next);
  const beatAt = (time: string) =>
    database.run({
      text: `insert into projection.member (id, seen_at, runs)
             values ('00000000-0000-4000-8000-000000000000', ${time}, '{tally 1.1}')
             on conflict (id) do update set seen_at = excluded.seen_at`,
    });
  await beatAt('clock_timestamp()');
  expect(await promoteOwnVersion(database, next)).toBeNull();
  await beatAt(`clock_timestamp() + interval '1 hour'`);
  expect(await promoteOwnVersion(database, next)).toEqual({ from: 1, to: 2 });
});

test('a generation that is dropped during its promotion does not become live', async () => {
  const database = await openVerified();
  const promoting = await database.transaction(async (tx) => {
    await dropGeneration({ ...database, transaction: (work) => work(tx) }, name, 2);
    const waiting = promote(database, name, strict).catch((error: unknown) => error);
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    return { waiting };
  });
  expect(await promoting.waiting).toMatchObject({ code: 'conflict' });
  expect(await pointer(database)).toEqual({ generation: 1, previous: null });
});

test('a new shape is not promoted past a generation that it was not compared with', async () => {
  const database = await openVerified({ ...tallyProjection, version: { shape: 2, logic: 1 } });
  const meddled = beforeTheMove(database, async () => {
    await database.run({
      text: `insert into projection.generation (projection, generation, shape, logic, schema_name, state)
             values ($1, 3, 1, 1, 'another', 'live')`,
      values: [name],
    });
    await database.run({ text: 'update projection.pointer set generation = 3, previous = 1' });
  });
  await expect(promote(meddled, name, strict)).rejects.toThrow('generation 3 is live');
  expect(await pointer(database)).toEqual({ generation: 3, previous: 1 });
});

test('a generation that is promoted while it is dropped stays', async () => {
  const database = await openVerified();
  const dropping = await database.transaction(async (tx) => {
    await promote({ ...database, ...tx }, name, strict);
    const waiting = dropGeneration(database, name, 2);
    await expect.poll(() => waitingForLocks(database)).toBe(1);
    return { waiting };
  });
  expect(await dropping.waiting).toBe(false);
  expect(await pointer(database)).toEqual({ generation: 2, previous: 1 });
});

/** Generation 1 is live, and generation 2 was found equal. */
async function openVerified(candidate: typeof tallyProjection = tallyProjection): Promise<Database> {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  await journal.append([xp('a', 1)]);
  await drain(database, journal, await liveGeneration(database, tallyProjection));
  await buildGeneration({ database, journal, projection: candidate });
  await database.run({ text: 'update projection.generation set verified_with = 1 where generation = 2' });
  return database;
}

async function pointer(database: Database) {
  return database.one({ text: 'select generation, previous from projection.pointer' });
}

/** Does `work` after a promotion has checked its conditions, and before the pointer moves. */
function beforeTheMove(database: Database, work: () => Promise<unknown>): Database {
  return {
    ...database,
    run: async (statement) => {
      if (statement.text.includes('insert into projection.pointer')) await work();
      return database.run(statement);
    },
  };
}

/** Holds two calls until both wait for a lock. */
async function bothAtOnce<Result>(database: Database, start: () => Promise<Result>) {
  const { settled } = await database.transaction(async (tx) => {
    await tx.run({ text: 'select from projection.pointer for update' });
    const both = Promise.allSettled([start(), start()]);
    await expect.poll(() => waitingForLocks(database)).toBe(2);
    return { settled: both };
  });
  return settled;
}
