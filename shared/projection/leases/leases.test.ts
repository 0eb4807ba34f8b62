import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseClock } from '../../postgres/database-clock.ts';
import type { Lease } from '../commit/lease.ts';
import type { Generation } from '../generations/generation.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { keepLeases } from './leases.ts';

test('takes again what it had to forget, also after beats that found nothing to do', async () => {
  const { database, logger } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  let held: { readonly generation: Generation; readonly leases: readonly Lease[] } | undefined;
  const keeper = keepLeases({
    database,
    projections: [tallyProjection],
    member: randomUUID(),
    clock: createDatabaseClock(),
    logger,
    onChange: (generation, leases) => {
      held = { generation, leases };
    },
    onGivenBack: () => {},
  });
  onTestFinished(() => keeper.close());
  await eventually(() => expect(held?.leases).toHaveLength(12));
  await untilBeats(3);

  if (held === undefined) throw new Error('nothing is held');
  const [forgotten] = held.leases as [Lease];
  // As after a commit whose outcome is not known: in the database nothing is another than before.
  keeper.forget(held.generation, [forgotten]);
  expect(held.leases).toHaveLength(11);
  await eventually(() => expect(held?.leases).toHaveLength(12));
  expect(held.leases[0]).toMatchObject({ partition: forgotten.partition, epoch: forgotten.epoch + 1 });

  async function untilBeats(count: number): Promise<void> {
    const seen = new Set<string>();
    await eventually(async () => {
      const { at } = await database.one<{ at: string }>({
        text: 'select seen_at::text as at from projection.member',
      });
      seen.add(at);
      expect(seen.size).toBeGreaterThan(count);
    });
  }
});
