import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deadline, inTime } from '../../test/support/deadline.ts';
import { patient } from '../../test/support/runner/patience.ts';
import type { Generation } from './generations/generation.ts';
import { onAnnounced } from './live/announce.ts';
import type { Projection } from './projection.ts';
import { type Projector, type ProjectorOptions, runProjections } from './run-projections.ts';
import { eventually } from './testing/eventually.ts';
import { openTally } from './testing/open-tally.ts';
import type { TestLog } from './testing/open-test-log.ts';
import { settableClock } from './testing/settable-clock.ts';
import { takeAll } from './testing/step-projector.ts';
import { tallyProjection } from './testing/tally-projection.ts';
import { xp } from './testing/xp-records.ts';

const partitions = 12;
/** For tests without a time limit. */
const beatsOften = { heartbeatEveryMs: 100 };

describe('one projector', () => {
  test('projects existing records and new records', async () => {
    const log = await openTally();
    await log.journal.append([xp('a', 1)]);
    start(log);
    await eventually(async () => expect(await total(log)).toBe(1));
    await log.journal.append([xp('a', 2), xp('b', 3)]);
    await eventually(async () => expect(await total(log)).toBe(6));
  });

  test('tells listeners which projection has news', async () => {
    const log = await openTally();
    const told = vi.fn();
    onTestFinished(onAnnounced(log.notifications, [tallyProjection.name], told));
    start(log);
    await log.journal.append([xp('a', 1)]);
    await eventually(() => expect(told).toHaveBeenCalled());
  });

  test('shows a record well within a second of its append', { tags: ['deadline'] }, async () => {
    const log = await openTally();
    const projector = start(log);
    await eventually(() => expect(projector.held()).toBe(partitions));
    const times: number[] = [];
    for (let count = 1; count <= 20; count += 1) {
      const startedAt = performance.now();
      await log.journal.append([xp('a', 1)]);
      await eventually(async () => expect(await total(log)).toBe(count));
      times.push(performance.now() - startedAt);
    }
    // The median, because a busy machine may slow down some rounds.
    expect(times.sort((left, right) => left - right)[10], inTime).toBeLessThan(deadline(250));
  });

  test('puts records that come within 75 ms into one commit', { tags: ['deadline'] }, async () => {
    const log = await openTally();
    let commits = 0;
    const save: typeof tallyProjection.save = async (tx, states) => {
      commits += 1;
      await tallyProjection.save(tx, states);
    };
    const projector = start(log, { ...tallyProjection, save });
    await eventually(() => expect(projector.held()).toBe(partitions));
    const startedAt = performance.now();
    for (let count = 0; count < 400; count += 1) await log.journal.append([xp('a', 1)]);
    await eventually(async () => expect(await total(log)).toBe(400));
    expect(commits, inTime).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 75);
  });

  test('continues when the server ends all its sessions', async () => {
    const log = await openTally();
    start(log);
    await log.journal.append([xp('a', 1)]);
    await eventually(async () => expect(await total(log)).toBe(1));
    await log.database.many({
      text: `select pg_terminate_backend(pid)
             from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()`,
    });
    await append(log, xp('a', 2));
    await eventually(async () => expect(await total(log)).toBe(3));
  });

  test('retries a failed save, and parks no record because of it', async () => {
    let failures = 3;
    const save: typeof tallyProjection.save = async (tx, states) => {
      failures -= 1;
      if (failures >= 0) await tx.run({ text: 'select 1 from no_such_table' });
      await tallyProjection.save(tx, states);
    };
    const log = await openTally();
    start(log, { ...tallyProjection, save });
    await log.journal.append([xp('a', 1)]);
    await eventually(async () => expect(await total(log)).toBe(1));
    expect(await log.database.many({ text: 'select 1 from projection.parked' })).toEqual([]);
  });

  test('does not touch a generation of another version', async () => {
    const log = await openTally();
    await log.journal.append([xp('a', 1)]);
    const other = start(log, { ...tallyProjection, version: { shape: 1, logic: 2 } });
    const member = await eventually(() => log.database.one({ text: 'select runs from projection.member' }));
    expect(member).toEqual({ runs: ['tally 1.2'] });
    expect(other.held()).toBe(0);
    start(log);
    // The other projector is a worker, but no rival for these partitions.
    await eventually(async () => expect(await total(log)).toBe(1));
    await eventually(async () => expect(await owners(log)).toEqual([partitions]));
  });
});

describe('two projectors', () => {
  test('share the partitions, and each record is folded once', async () => {
    const log = await openTally();
    const projectors = startTwo(log);
    await eventually(() => expect(projectors.map((projector) => projector.held())).toEqual([6, 6]));
    await log.journal.append(Array.from({ length: 200 }, (_, index) => xp(`a${index}`, 1)));
    await eventually(async () => expect(await total(log)).toBe(200));
  });

  test('hand over when one projector stops, sooner than after a silence', {
    tags: ['deadline'],
  }, async () => {
    const log = await openTally();
    const [leaving, staying] = [start(log), start(log)];
    await eventually(() => expect(leaving.held() + staying.held()).toBe(partitions));
    await eventually(() => expect(leaving.held()).toBe(6));
    const startedAt = performance.now();
    await leaving.stop();
    expect(performance.now() - startedAt, inTime).toBeLessThan(patient(2_000));
    await eventually(() => expect(staying.held()).toBe(partitions));
    expect(performance.now() - startedAt, inTime).toBeLessThan(patient(2_500));
  });

  test('take over the partitions of a killed projector within 6 s', { tags: ['deadline'] }, async () => {
    const log = await openTally();
    await leaveKilledMember(log);
    const startedAt = performance.now();
    await log.journal.append(Array.from({ length: 50 }, (_, index) => xp(`a${index}`, 1)));
    start(log);
    await eventually(async () => expect(await total(log)).toBe(50));
    expect(performance.now() - startedAt, inTime).toBeLessThan(deadline(6_000));
  });
});

describe('a database clock that is set', () => {
  test('back by an hour does not keep the partitions of a killed projector from its successor', {
    tags: ['deadline'],
  }, async () => {
    const log = await openTally();
    const clock = await settableClock(log.database);
    await leaveKilledMember(log);
    await clock.set('-1 hour');
    const startedAt = performance.now();
    await append(log, xp('a', 1));
    const successor = start(log);
    await eventually(() => expect(successor.held()).toBe(partitions));
    await eventually(async () => expect(await total(log)).toBe(1));
    expect(performance.now() - startedAt, inTime).toBeLessThan(deadline(6_000));
    // A row of the dead process would count as a worker again in an hour.
    expect(await log.database.many({ text: 'select 1 from projection.member' })).toHaveLength(1);
  });

  test.each(['-1 hour', '1 hour'])(
    'by %s takes no partition from living projectors, and all from a killed projector',
    async (by) => {
      const log = await openTally();
      const clock = await settableClock(log.database);
      const projectors = startTwo(log);
      for (let hasStalled = true; hasStalled; ) {
        await clock.set('0');
        await eventually(() => expect(projectors.map((projector) => projector.held())).toEqual([6, 6]));
        const before = await takings(log);
        await clock.set(by);
        // Longer than the 3 s after which a process without a beat loses its partitions. On a
        // machine that stalls, a living process may lose its partitions too.
        hasStalled = (await beats(log, 32)) > 2_000;
        if (!hasStalled) expect(await takings(log)).toEqual(before);
      }
      await append(log, xp('a', 1));
      await eventually(async () => expect(await total(log)).toBe(1));

      await leaveKilledMember(log);
      await clock.set('0');
      await append(log, xp('a', 1));
      await eventually(async () => expect(await total(log)).toBe(2));
      await eventually(() => expect(projectors.map((projector) => projector.held())).toEqual([6, 6]));
    },
  );
});

describe('the watermark', () => {
  test('moves while no records come, and stands still when no process owns the partition', async () => {
    const log = await openTally();
    const projector = start(log);
    const first = await eventually(() => lowestWatermark(log, 0));
    await eventually(() => lowestWatermark(log, first));
    await projector.stop();
    const last = await lowestWatermark(log, first);
    await beatsOfAnotherVersion(log);
    expect(await lowestWatermark(log, first)).toBe(last);
  });

  test('stays 2 s behind the database clock', { tags: ['deadline'] }, async () => {
    const log = await openTally();
    start(log);
    await eventually(() => lowestWatermark(log, 0));
    const { age } = await log.database.one<{ age: number }>({
      text: `select (extract(epoch from clock_timestamp()) * 1000)::bigint - max(watermark_at) as age
             from projection.checkpoint`,
    });
    expect(age).toBeGreaterThanOrEqual(2_000);
    expect(age, inTime).toBeLessThan(deadline(6_000));
  });

  test('follows the newest record when records come', async () => {
    const log = await openTally();
    await log.journal.append([xp('a', 1)]);
    start(log);
    const checkpoint = await eventually(() =>
      log.database.one<{ record_time: number; watermark_at: number }>({
        text: 'select record_time, watermark_at from projection.checkpoint where next_offset = 1',
      }),
    );
    expect(checkpoint.watermark_at).toBeGreaterThanOrEqual(checkpoint.record_time - 2_000);
  });
});

function start(
  log: TestLog,
  projection: Projection = tallyProjection,
  options: Pick<ProjectorOptions, 'heartbeatEveryMs'> = {},
): Projector {
  const projector = runProjections({ ...log, projections: [projection], ...options });
  onTestFinished(() => projector.stop());
  return projector;
}

function startTwo(log: TestLog): readonly Projector[] {
  return [start(log, tallyProjection, beatsOften), start(log, tallyProjection, beatsOften)];
}

/** The member had a beat a moment ago, and owns every partition. */
async function leaveKilledMember({
  database,
  generation,
}: TestLog & { generation: Generation }): Promise<void> {
  const member = randomUUID();
  await takeAll(database, generation, member);
  await database.run({
    text: `insert into projection.member (id, seen_at, runs) values ($1, clock_timestamp(), '{tally 1.1}')`,
    values: [member],
  });
}

/** The owner and the fence of each partition. */
async function takings({ database }: TestLog): Promise<object[]> {
  return database.many({
    text: 'select partition, epoch, owner from projection.checkpoint order by partition',
  });
}

/**
 * Waits until each worker has beaten `count` times.
 * @returns the longest time in which not all workers beat, ms
 */
async function beats({ database }: TestLog, count: number): Promise<number> {
  const read = () =>
    database.many<{ id: string; seen_at: Date }>({
      text: 'select id, seen_at from projection.member order by id',
    });
  let last = await read();
  let longestMs = 0;
  for (let seen = 0; seen < count; seen += 1) {
    const startedAt = performance.now();
    await eventually(async () => {
      const now = await read();
      expect(now.every(({ seen_at }, index) => seen_at.getTime() !== last[index]?.seen_at.getTime())).toBe(
        true,
      );
      last = now;
    });
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
  return longestMs;
}

/** Appends, even though connections were just cut. */
async function append({ journal }: TestLog, event: ReturnType<typeof xp>): Promise<void> {
  await eventually(() => journal.append([event]));
}

async function total({ database }: TestLog): Promise<number> {
  const { sum } = await database.one<{ sum: number }>({
    text: 'select coalesce(sum(total), 0)::int as sum from tally_g1.tally',
  });
  return sum;
}

/** Runs for longer than a watermark takes to move. */
async function beatsOfAnotherVersion(log: TestLog): Promise<void> {
  start(log, { ...tallyProjection, version: { shape: 1, logic: 2 } }, beatsOften);
  const seenAt = () =>
    log.database.one<{ ms: number }>({
      text: 'select (extract(epoch from seen_at) * 1000)::bigint as ms from projection.member',
    });
  const first = await eventually(seenAt);
  await eventually(async () => expect((await seenAt()).ms).toBeGreaterThan(first.ms + 2_000));
}

/** How many partitions each owner has. */
async function owners({ database }: TestLog): Promise<number[]> {
  const rows = await database.many<{ count: number }>({
    text: 'select count(*) from projection.checkpoint where owner is not null group by owner order by 1',
  });
  return rows.map(({ count }) => count);
}

/** @throws while the lowest watermark is not above `after` */
async function lowestWatermark({ database }: TestLog, after: number): Promise<number> {
  const { lowest } = await database.one<{ lowest: number }>({
    text: 'select min(watermark_at) as lowest from projection.checkpoint',
  });
  expect(lowest).toBeGreaterThan(after);
  return lowest;
}
