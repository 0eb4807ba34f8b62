import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { deadline, inTime } from '../../../test/support/deadline.ts';
import { createDatabaseClock } from '../../postgres/clock/database-clock.ts';
import type { Database } from '../../postgres/database.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { keepLeases, type LeaseKeeperOptions } from './leases.ts';

test('takes forgotten partitions again, also after beats that found nothing to do', async () => {
  const { keeper, database, held } = await openLeases({ heartbeatEveryMs: 100 });
  await beatTimes(database, 4);
  const [forgotten] = held().leases as [Lease];
  // A commit with an unknown outcome can leave this state: nothing has changed in the database.
  keeper.forget(held().generation, [forgotten]);
  expect(held().leases).toHaveLength(11);
  await eventually(() => expect(held().leases).toHaveLength(12));
  expect(held().leases[0]).toMatchObject({ partition: forgotten.partition, fence: forgotten.fence + 1 });
});

test('beats once a second', { tags: ['deadline'] }, async () => {
  const { database } = await openLeases();
  const [before = 0, after = 0] = await beatTimes(database, 2);
  expect(after - before).toBeGreaterThan(900);
  expect(after - before, inTime).toBeLessThan(deadline(1_000));
});

/** Waits until the process has all leases. */
async function openLeases(options: Pick<LeaseKeeperOptions, 'heartbeatEveryMs'> = {}) {
  const { database, logger } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  let held: { readonly generation: Generation; readonly leases: readonly Lease[] } | undefined;
  const keeper = keepLeases({
    database,
    projections: [tallyProjection],
    worker: randomUUID(),
    clock: createDatabaseClock(),
    logger,
    onChange: (generation, leases) => {
      held = { generation, leases };
    },
    onReleased: () => {},
    ...options,
  });
  onTestFinished(() => keeper.close());
  await eventually(() => expect(held?.leases).toHaveLength(12));
  return {
    database,
    keeper,
    held: () => {
      if (held === undefined) throw new Error('nothing is held');
      return held;
    },
  };
}

/** Epoch ms by the clock of the database. */
async function beatTimes(database: Database, count: number): Promise<number[]> {
  const seen = new Set<number>();
  await eventually(async () => {
    const { at } = await database.one<{ at: number }>({
      text: 'select (extract(epoch from seen_at) * 1000)::bigint as at from projection.member',
    });
    seen.add(at);
    expect(seen.size).toBeGreaterThanOrEqual(count);
  });
  return [...seen];
}
