import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../postgres/database.ts';
import { projectionChannel } from '../../postgres/notifications.ts';
import { eventually } from '../testing/eventually.ts';
import { openTally } from '../testing/open-tally.ts';
import { step, takeAll } from '../testing/step-projector.ts';
import { xp } from '../testing/xp-records.ts';
import { advanceCheckpoints, moveWatermarks, watermarkDelayMs } from './checkpoints.ts';
import type { Lease } from './lease.ts';

const askedAt = 5_000_000;
const first = { nextOffset: 1, recordTime: 7_000, lastAppendTime: 7_000 };

test('a batch that would pass an unknown barrier is refused, and a batch that ends at the barrier commits', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp('a', 1), xp('a', 2)]);
  const leases = await takeAll(database, generation);
  // A verification sets a barrier like this. The process learns about the barrier at its next beat.
  await setBarrier(database, 1, '5 seconds');
  expect(await step(database, journal, generation, leases)).toEqual({ kind: 'lost' });
  expect(await database.many({ text: `select 1 from ${generation.schema}.tally` })).toEqual([]);

  await setBarrier(database, 2, '5 seconds');
  expect(await step(database, journal, generation, leases)).toEqual({ kind: 'committed', parked: 0 });
});

test('a barrier whose time is over holds up no batch', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp('a', 1)]);
  const leases = await takeAll(database, generation);
  await setBarrier(database, 0, '-1 second');
  expect(await step(database, journal, generation, leases)).toEqual({ kind: 'committed', parked: 0 });
});

test('a barrier that ends in an hour, because a clock was set back, holds up no batch', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp('a', 1)]);
  await setBarrier(database, 0, '1 hour');
  const leases = await takeAll(database, generation);
  expect(leases.filter(({ barrierAt }) => barrierAt !== null)).toEqual([]);
  expect(await step(database, journal, generation, leases)).toEqual({ kind: 'committed', parked: 0 });
});

test('a checkpoint moves only from the expected offset and under the current fence', async () => {
  const { database, generation } = await openTally();
  const [lease, other] = (await takeAll(database, generation)) as [Lease, Lease];
  const move = (changed: Partial<Lease>, from = 0) =>
    advanceCheckpoints(database, [{ generation, lease: { ...lease, ...changed }, from, to: first }]);
  expect(await move({ fence: lease.fence - 1 })).toBeNull();
  expect(await move({ fence: lease.fence + 1 })).toBeNull();
  expect(await move({}, 1)).toBeNull();
  expect([...((await move({}))?.values() ?? [])]).toEqual([0]);
  expect(await move({})).toBeNull();
  expect(await checkpoint(database, other)).toMatchObject({ next_offset: 0, watermark_at: 0 });
});

test('only the current holder of a partition moves its watermark', async () => {
  const { database, generation } = await openTally();
  const [lease, other] = (await takeAll(database, generation)) as [Lease, Lease];
  const move = async (leases: readonly Lease[]) =>
    (await moveWatermarks(database, [{ generation, leases, caughtUpAt: askedAt }], 'moved'))[0];
  // The process that took the partition may have projected records that this process never read.
  expect(await move([{ ...lease, fence: lease.fence - 1 }])).toBe(0);
  expect(await move([{ ...lease, checkpoint: { ...lease.checkpoint, nextOffset: 1 } }])).toBe(0);
  expect(await checkpoint(database, lease)).toMatchObject({ watermark_at: 0 });
  expect(await move([{ ...lease, fence: lease.fence - 1 }, other])).toBe(1);
  expect(await checkpoint(database, lease)).toMatchObject({ watermark_at: 0 });
  expect(await checkpoint(database, other)).toMatchObject({ watermark_at: askedAt - watermarkDelayMs });
});

test('a locked watermark waits for the next call, and holds up no other watermark', async () => {
  const { database, generation } = await openTally();
  const [locked, other] = (await takeAll(database, generation)) as [Lease, Lease];
  const quiet = [locked, other].map((lease) => ({ generation, leases: [lease], caughtUpAt: askedAt }));
  await database.transaction(async (tx) => {
    const { stream, partition } = locked;
    await tx.run({
      text: 'select 1 from projection.checkpoint where stream = $1 and partition = $2 for update',
      values: [stream, partition],
    });
    expect(await moveWatermarks(database, quiet, 'moved')).toEqual([0, 1]);
  });
  expect(await moveWatermarks(database, quiet, 'moved')).toEqual([1, 1]);
});

test('a watermark never goes back', async () => {
  const { database, generation } = await openTally();
  const [lease] = (await takeAll(database, generation)) as [Lease];
  await moveWatermarks(database, [{ generation, leases: [lease], caughtUpAt: askedAt }], 'moved');
  await moveWatermarks(database, [{ generation, leases: [lease], caughtUpAt: askedAt - 1_000 }], 'moved');
  await advanceCheckpoints(database, [{ generation, lease, from: 0, to: first }]);
  expect(await checkpoint(database, lease)).toMatchObject({
    next_offset: 1,
    watermark_at: askedAt - watermarkDelayMs,
  });
});

test('only watermarks of partitions that this process has are announced', async () => {
  const { database, notifications, generation } = await openTally();
  const [lease] = (await takeAll(database, generation)) as [Lease];
  const heard: string[] = [];
  onTestFinished(notifications.on(projectionChannel, (news) => void heard.push(news)));
  const move = (fence: number, news: string) =>
    moveWatermarks(database, [{ generation, leases: [{ ...lease, fence }], caughtUpAt: askedAt }], news);
  await eventually(async () => {
    await move(lease.fence - 1, 'nothing of ');
    await move(lease.fence, 'moved of ');
    expect(heard).toContain('moved of tally');
  });
  expect(heard).not.toContain('nothing of tally');
});

async function setBarrier(database: Database, barrierAt: number, until: string): Promise<void> {
  await database.run({
    text: `update projection.checkpoint set barrier_at = $1, barrier_until = clock_timestamp() + $2::interval`,
    values: [barrierAt, until],
  });
}

async function checkpoint(database: Database, { stream, partition }: Lease) {
  return database.one({
    text: `select next_offset, watermark_at
           from projection.checkpoint
           where stream = $1 and partition = $2`,
    values: [stream, partition],
  });
}
