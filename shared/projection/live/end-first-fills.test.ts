import { expect, onTestFinished, test } from 'vitest';
import { findLive, findReadable, prepareGenerations } from '../generations/generations.ts';
import { runProjections } from '../run-projections.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog, type TestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { xp } from '../testing/xp-records.ts';
import { readLivePosition } from './live-position.ts';

function project(log: TestLog, projections = [tallyProjection]): void {
  const projector = runProjections({ ...log, projections });
  onTestFinished(() => projector.stop());
}

test('a first generation over a past is read when it has caught up', async () => {
  const log = await openTestLog();
  await log.journal.append([xp('a', 5)]);
  await prepareGenerations(log.database, [tallyProjection]);
  expect(await findReadable(log.database, tallyProjection)).toBeNull();
  expect(await readLivePosition(log.database, tallyProjection)).toBeNull();
  expect(await findLive(log.database, tallyProjection.name)).not.toBeNull();
  project(log);
  await eventually(async () => expect(await findReadable(log.database, tallyProjection)).not.toBeNull());
  const { total } = await log.database.one<{ total: number }>({
    text: 'select sum(total)::int as total from tally_g1.tally',
  });
  expect(total).toBe(5);
});

test('a first generation whose own streams are empty is read at once, although the hub has a past', async () => {
  const log = await openTestLog();
  await prepareGenerations(log.database, [tallyProjection]);
  // Another projection has read records.
  await log.database.run({ text: 'update projection.checkpoint set next_offset = 1' });
  const idle = { ...tallyProjection, name: 'idle', streams: ['hub.gear'] as const };
  await prepareGenerations(log.database, [idle]);
  expect(await findReadable(log.database, idle)).toBeNull();
  project(log, [idle]);
  await eventually(async () => expect(await findReadable(log.database, idle)).not.toBeNull());
  const row = await log.database.one<{ moved: number }>({
    text: `select count(*)::int as moved from projection.checkpoint where projection = 'idle' and watermark_at > 0`,
  });
  expect(row.moved).toBe(0);
});
