import { expect, test } from 'vitest';
import { openBackupTest } from '../../../shared/backup/testing/open-backup-test.ts';
import { dayMs } from '../../../shared/domain/durations.ts';
import { entriesOf } from '../../../test/support/log/log-entries.ts';
import { isDrillDue } from './drill-schedule.ts';

test('tries a backup once: each night while drills are short, else a week after the last good drill', async () => {
  const { journal, backUp } = await openBackupTest();
  await journal.log.append(entriesOf('hub.feed', 'a', 1));
  const small = await backUp();
  const [part] = small.manifest.partitions.filter(({ segments }) => segments.length > 0);
  const segments = part?.segments.map((segment) => ({ ...segment, bytes: 200 * 1024 * 1024 })) ?? [];
  const large = {
    ...small,
    manifest: { ...small.manifest, partitions: part ? [{ ...part, segments }] : [] },
  };
  const now = Date.UTC(2026, 5, 20);
  const drill = (days: number, ok: boolean, file = 'other') => {
    const at = new Date(now - days * dayMs).toISOString();
    return { file, at, ok, seconds: 1, problem: ok ? null : 'it differs' };
  };
  expect(isDrillDue(small, [drill(1, true)], { rule: 'auto', now })).toBe(true);
  expect(isDrillDue(small, [drill(1, true)], { rule: 'weekly', now })).toBe(false);
  expect(isDrillDue(small, [], { rule: 'off', now })).toBe(false);
  expect(isDrillDue(small, [drill(0, false, small.file)], { rule: 'nightly', now })).toBe(false);
  expect(isDrillDue(large, [drill(1, true)], { rule: 'auto', now })).toBe(false);
  expect(isDrillDue(large, [drill(7, true), drill(1, false)], { rule: 'auto', now })).toBe(true);
  // From a clock that was ahead.
  expect(isDrillDue(large, [drill(-300, true)], { rule: 'auto', now })).toBe(true);
});
