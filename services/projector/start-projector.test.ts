import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findLive } from '../../shared/projection/generations.ts';
import { eventually } from '../../shared/projection/testing/eventually.ts';
import { openTestLog } from '../../shared/projection/testing/open-test-log.ts';
import { tallyProjection } from '../../shared/projection/testing/tally-projection.ts';
import { xp } from '../../shared/projection/testing/xp-records.ts';
import { startProjector } from './start-projector.ts';

test('prepares, projects, maintains the log, and stops', async () => {
  const log = await openTestLog();
  const maintainLog = vi.fn(async () => {});
  const metrics = new Registry();
  const projector = await startProjector({ ...log, projections: [tallyProjection], maintainLog, metrics });
  onTestFinished(() => projector.stop());
  expect(await findLive(log.database, 'account-state')).not.toBeNull();

  await log.journal.append([xp('a', 7)]);
  await eventually(async () => {
    const tally = await log.database.one({ text: 'select total from account_state_g1.tally' });
    expect(tally).toEqual({ total: 7 });
  });
  await eventually(() => expect(maintainLog).toHaveBeenCalled());
  expect(await metrics.metrics()).toContain('projection_batch_records_sum{projection="account-state"} 1');

  await projector.stop();
  expect(await log.database.many({ text: 'select 1 from projection.member' })).toEqual([]);
});
