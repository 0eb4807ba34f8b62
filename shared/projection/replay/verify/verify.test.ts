import { expect, onTestFinished, test } from 'vitest';
import { deadline, inTime } from '../../../../test/support/deadline.ts';
import { findLive, prepareGenerations } from '../../generations/generations.ts';
import type { Projection } from '../../projection.ts';
import { runProjections } from '../../run-projections.ts';
import { buildGeneration } from '../../testing/build-generation.ts';
import { eventually } from '../../testing/eventually.ts';
import { migrationsWith } from '../../testing/migrations-with.ts';
import { openTestLog, type TestLog } from '../../testing/open-test-log.ts';
import { tallyMigrations, tallyProjection } from '../../testing/tally-projection.ts';
import { poison, xp } from '../../testing/xp-records.ts';
import { readProjectionStatus } from '../../upkeep/projection-status.ts';
import { promote, rollBack } from '../promote.ts';
import { rebuildGenerations } from '../rebuild/rebuild.ts';
import { retire } from '../retire.ts';
import { verifyGeneration } from './verify.ts';

const name = 'tally';
const retentionMsBySetting = {
  XP_RAW_RETENTION_DAYS: 0,
  LOCATION_RETENTION_DAYS: 0,
  AUDIT_LOG_RETENTION_DAYS: 0,
};

test('finds a rebuilt copy equal three times while records come, and pauses live projecting for under 2 s', {
  tags: ['deadline'],
}, async () => {
  const log = await openRunning([tallyProjection]);
  await log.journal.append(Array.from({ length: 3_000 }, (_, index) => xp(`w${index % 30}`, 1)));
  const writer = startWriter(log);
  await rebuildGenerations({ ...log, projections: [tallyProjection], rate: 2_000 });
  expect(writer.worstLagMs(), inTime).toBeLessThan(deadline(5_000));
  for (let time = 0; time < 3; time += 1) {
    const verification = await verifyGeneration({
      ...log,
      projection: tallyProjection,
      retentionMsBySetting,
    });
    expect(verification).toMatchObject({
      equal: true,
      differences: [],
      live: { generation: 1 },
      candidate: { generation: 2 },
    });
    expect(verification.live.rows).toBeGreaterThan(10);
    expect(verification.live.digest).toBe(verification.candidate.digest);
    expect(writer.worstLagMs(), inTime).toBeLessThan(deadline(2_000));
  }
  await writer.stop();
  expect(writer.worstLagMs(), inTime).toBeLessThan(deadline(2_000));
  await expectNoBarrier(log);
});

test('names exactly the rows in which a changed fold differs', async () => {
  const buggy: typeof tallyProjection = {
    ...tallyProjection,
    version: { shape: 1, logic: 2 },
    evolve: (tally, event) =>
      event.data.skills.Attack === 13 ? tally : tallyProjection.evolve(tally, event),
  };
  const log = await openRunning([tallyProjection, buggy]);
  await log.journal.append(
    Array.from({ length: 40 }, (_, index) => xp(`a${index}`, index % 20 === 7 ? 13 : index + 100)),
  );
  await log.journal.append([xp('only', 13), poison('b')]);
  await buildGeneration({ ...log, projection: buggy });
  const { equal, differences, tables } = await verifyGeneration({
    ...log,
    projection: buggy,
    retentionMsBySetting,
  });
  expect(equal).toBe(false);
  expect(tables).toEqual([{ table: 'tally', rows: 3, columns: [] }]);
  expect(differences.map(({ key, live, candidate }) => [key.account_id, live?.total, candidate])).toEqual([
    ['a27', 13, null],
    ['a7', 13, null],
    ['only', 13, null],
  ]);
  await expect(promote(log.database, name, { force: false })).rejects.toThrow('verify');
  expect(await promote(log.database, name, { force: true })).toEqual({ from: 1, to: 2 });
});

test('names exactly the rows that a fixed bug changes, and counts rows that use a new column', async () => {
  const buggy: typeof tallyProjection = {
    ...tallyProjection,
    evolve: (tally, event) =>
      event.data.skills.Attack === 13 ? tally : tallyProjection.evolve(tally, event),
  };
  const fixed: typeof tallyProjection = {
    ...tallyProjection,
    version: { shape: 2, logic: 1 },
    migrations: await migrationsWith(
      tallyMigrations,
      '002-large.sql',
      'alter table tally add column large integer;',
    ),
    save: async (tx, states) => {
      await tallyProjection.save(tx, states);
      await tx.run({ text: `update ${tx.schema}.tally set large = total where total >= 1000` });
    },
  };
  const log = await openRunning([buggy, fixed]);
  await log.journal.append([xp('a', 13), xp('b', 5), xp('c', 2_000), xp('c', 13), xp('d', 3_000)]);
  await buildGeneration({ ...log, projection: fixed });
  const { equal, tables, differences } = await verifyGeneration({
    ...log,
    projection: fixed,
    retentionMsBySetting,
  });
  expect(equal).toBe(false);
  expect(tables).toEqual([
    { table: 'tally', rows: 2, columns: [{ column: 'large', side: 'candidate', rows: 2 }] },
  ]);
  expect(
    differences.map(({ key, live, candidate }) => [key.account_id, live?.total, candidate?.total]),
  ).toEqual([
    ['a', undefined, 13],
    ['c', 2_000, 2_013],
  ]);
});

test('sees one changed value when both generations have the same number of rows', async () => {
  const log = await openRunning([tallyProjection]);
  await log.journal.append([xp('a', 1), xp('b', 2)]);
  await buildGeneration({ ...log, projection: tallyProjection });
  await log.database.run({ text: `update tally_g2.tally set total = 3 where account_id = 'b'` });
  const found = await verifyGeneration({ ...log, projection: tallyProjection, retentionMsBySetting });
  expect([found.live.rows, found.candidate.rows]).toEqual([2, 2]);
  expect(found).toMatchObject({
    equal: false,
    tables: [{ table: 'tally', rows: 1 }],
    differences: [{ key: { account_id: 'b' }, live: { total: 2 }, candidate: { total: 3 } }],
  });
  await expect(promote(log.database, name, { force: false })).rejects.toThrow('verify');
});

test('reports a generation that no process keeps current, and leaves no barrier', async () => {
  const log = await openRunning([tallyProjection]);
  await log.journal.append([xp('a', 1)]);
  await buildGeneration({ ...log, projection: { ...tallyProjection, version: { shape: 1, logic: 2 } } });
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect((await status(log))[0]?.position).toBe(2));
  const verifying = verifyGeneration({
    ...log,
    projection: tallyProjection,
    retentionMsBySetting,
    withinMs: 1_500,
  });
  await expect(verifying).rejects.toThrow(
    /did not reach the same position within 1.5 s: generation 2 is behind in \S+, at 1 of 2; /,
  );
  await expectNoBarrier(log);
});

test('compares a copy that passed the last records of a partition without finding them, as after their expiry', async () => {
  const log = await openRunning([tallyProjection]);
  await log.journal.append([xp('a', 1)]);
  await buildGeneration({ ...log, projection: { ...tallyProjection, version: { shape: 1, logic: 2 } } });
  const passed = (ms: number) =>
    log.database.run({
      text: `update projection.checkpoint
             set next_offset = 0, watermark_at = record_time + $1
             where generation = 2 and record_time > 0`,
      values: [ms],
    });
  await eventually(async () => expect((await status(log))[0]?.position).toBe(1));
  const options = { ...log, projection: tallyProjection, retentionMsBySetting, withinMs: 500 };
  await passed(0);
  await expect(verifyGeneration(options)).rejects.toThrow('did not reach the same position');
  await passed(1);
  expect(await verifyGeneration(options)).toMatchObject({ equal: true });
});

test('ends with the reason of its signal, and leaves no barrier', async () => {
  const log = await openRunning([tallyProjection]);
  await log.journal.append([xp('a', 1)]);
  await buildGeneration({ ...log, projection: { ...tallyProjection, version: { shape: 1, logic: 2 } } });
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect((await status(log))[0]?.position).toBe(2));
  const stop = new AbortController();
  const { signal } = stop;
  const verifying = verifyGeneration({
    ...log,
    projection: tallyProjection,
    retentionMsBySetting,
    withinMs: 8_000,
    signal,
  });
  const stopped = new Error('stopped');
  setTimeout(() => stop.abort(stopped), 300);
  await expect(verifying).rejects.toBe(stopped);
  await eventually(() => expectNoBarrier(log));
});

test('a barrier ends by itself when the process that set it died', async () => {
  const log = await openRunning([tallyProjection]);
  await log.database.run({
    text: `update projection.checkpoint
           set barrier_at = next_offset, barrier_until = clock_timestamp() + interval '1 second'`,
  });
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect((await status(log))[0]?.position).toBe(1));
});

test('promotes a verified generation, rolls back without a loss, promotes again and retires', async () => {
  const log = await openRunning([tallyProjection]);
  const { database } = log;
  await log.journal.append([xp('a', 1), xp('b', 2)]);
  await expect(promote(database, name, { force: false })).rejects.toThrow(
    'no generation newer than the live generation',
  );
  await expect(rollBack(database, name, { force: false })).rejects.toThrow('no earlier generation');
  await buildGeneration({ ...log, projection: tallyProjection });
  await expect(promote(database, name, { force: false })).rejects.toThrow('run hub projections verify');
  await verifyGeneration({ ...log, projection: tallyProjection, retentionMsBySetting });

  expect(await promote(database, name, { force: false })).toEqual({ from: 1, to: 2 });
  expect(await states(log)).toEqual(['ready', 'live']);
  await log.journal.append([xp('a', 5)]);
  await eventually(async () => expect((await status(log)).map(({ position }) => position)).toEqual([3, 3]));
  expect(await rollBack(database, name, { force: false })).toEqual({ from: 2, to: 1 });
  expect(await findLive(database, name)).toMatchObject({ generation: 1 });
  expect(await total(log, 1, 'a')).toBe(6);
  const promotedAt = performance.now();
  expect(await promote(database, name, { force: false })).toEqual({ from: 1, to: 2 });

  expect(await retire(database, name, { previous: true })).toEqual([1]);
  // Without the announcement, a reader reads the pointer after 5 s, in a statement of up to 5 s.
  expect(performance.now() - promotedAt).toBeGreaterThan(9_900);
  expect(await states(log)).toEqual(['retired', 'live']);
  await expect(rollBack(database, name, { force: false })).rejects.toThrow('no earlier generation');
  await expect(retire(database, name, { generation: 2 })).rejects.toThrow('generation 2 of tally is live');
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect(await total(log, 2, 'a')).toBe(7));
});

test('refuses a generation that is behind, or that parked a record of the live generation', async () => {
  const strict = { ...tallyProjection, version: { shape: 1, logic: 2 } };
  const log = await openRunning([tallyProjection]);
  const { database } = log;
  await log.journal.append([xp('a', 1)]);
  await buildGeneration({ ...log, projection: strict });
  await database.run({ text: `update projection.generation set verified_with = 1 where generation = 2` });
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect((await status(log))[0]?.position).toBe(2));
  await database.run({ text: `update projection.checkpoint set watermark_at = 0 where generation = 2` });
  await expect(promote(database, name, { force: false })).rejects.toThrow(
    'is 1 records behind the live generation',
  );

  await database.run({
    text: `update projection.checkpoint set next_offset = next_offset + 1
           where generation = 2 and next_offset > 0`,
  });
  await database.run({
    text: `insert into projection.parked
             (projection, generation, stream, partition, record_offset, record_id, subject, behind, reason)
           select projection, generation, stream, partition, 0, 'r', 'a', false, 'test'
           from projection.checkpoint where generation = 2 and next_offset > 0`,
  });
  await expect(promote(database, name, { force: false })).rejects.toThrow('parked 1 records');
  expect(await findLive(database, name)).toMatchObject({ generation: 1 });
});

async function openRunning(projections: readonly Projection[]): Promise<TestLog> {
  const log = await openTestLog();
  await prepareGenerations(log.database, projections);
  const projector = runProjections({ ...log, projections });
  onTestFinished(() => projector.stop());
  await eventually(() => expect(projector.held()).toBe(12));
  return log;
}

/** Appends without a pause. The lag is the longest wait of records for the live generation. */
function startWriter({ journal, database }: TestLog): { worstLagMs(): number; stop(): Promise<void> } {
  let running = true;
  let worstLagMs = 0;
  async function write(): Promise<void> {
    for (let round = 0; running; round += 1) {
      const positions = await journal.append(
        Array.from({ length: 20 }, (_, index) => xp(`w${(round + index) % 30}`, round)),
      );
      const appendedAt = performance.now();
      await eventually(async () => {
        const { behind } = await database.one<{ behind: number }>({
          text: `select count(*) as behind
                 from projection.checkpoint c
                 join unnest($1::int[], $2::bigint[]) as p (partition, "offset") using (partition)
                 where c.generation = 1 and c.next_offset <= p."offset"`,
          values: [positions.map(({ partition }) => partition), positions.map(({ offset }) => offset)],
        });
        expect(behind).toBe(0);
      });
      worstLagMs = Math.max(worstLagMs, performance.now() - appendedAt);
    }
  }
  const writing = write();
  return {
    worstLagMs: () => worstLagMs,
    stop: () => {
      running = false;
      return writing;
    },
  };
}

async function expectNoBarrier({ database }: TestLog): Promise<void> {
  expect(
    await database.many({
      text: 'select 1 from projection.checkpoint where barrier_until > clock_timestamp()',
    }),
  ).toEqual([]);
}

function status({ database, journal }: TestLog) {
  return readProjectionStatus(database, journal.log);
}

async function states(log: TestLog): Promise<string[]> {
  return (await status(log)).map(({ state }) => state);
}

async function total(
  { database }: TestLog,
  generation: number,
  account: string,
): Promise<number | undefined> {
  const row = await database.maybeOne<{ total: number }>({
    text: `select total from tally_g${generation}.tally where account_id = $1`,
    values: [account],
  });
  return row?.total;
}
