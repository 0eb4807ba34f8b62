import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createFailureNotes } from './failure-notes.ts';

test('counts every failure, and logs each kind of work once a minute', async () => {
  const metrics = new Registry();
  const logged: unknown[] = [];
  const warn = (...line: unknown[]) => void logged.push(line);
  let now = 0;
  const options = { logger: { warn }, metrics, monotonicNow: () => now };
  const note = createFailureNotes(options, ['key-uses']);
  const counted = async () =>
    (await metrics.getSingleMetricAsString('hub_side_work_failures_total')).split('\n');
  expect(await counted()).toContain('hub_side_work_failures_total{of="key-uses"} 0');
  for (now = 0; now < 120_000; now += 1_000) note('key-uses', new Error('no space'));
  // Another service of the same process.
  createFailureNotes(options, [])('backup-keys', new Error('read-only'));
  expect(await counted()).toEqual(
    expect.arrayContaining([
      'hub_side_work_failures_total{of="key-uses"} 120',
      'hub_side_work_failures_total{of="backup-keys"} 1',
    ]),
  );
  const keyUses = [
    { of: 'key-uses', reason: 'no space' },
    'the last use of keys is lost: hub doctor names the cause',
  ];
  expect(logged).toEqual([
    keyUses,
    keyUses,
    [{ of: 'backup-keys', reason: 'read-only' }, expect.any(String)],
  ]);
});
