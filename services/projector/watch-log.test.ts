import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { streamNames } from '../../shared/events/streams.ts';
import type { LogFinding } from '../../shared/log/event-log.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { createLogWatch } from './watch-log.ts';

test('logs each finding once, shows it in metrics until it is fixed, and counts settings that were set back', async () => {
  const lost: LogFinding = { kind: 'records_lost', stream: 'hub.feed', count: 2, message: 'two are gone' };
  const changed: LogFinding = { kind: 'setting_changed', stream: 'hub.feed', count: 1, message: 'set back' };
  const behind: LogFinding = { kind: 'replicas_behind', stream: 'hub.xp', count: 3, message: 'three lag' };
  let findings: readonly LogFinding[] = [changed, lost, behind];
  const lines: string[] = [];
  const logger = createLogger({ name: 'test', level: 'info' }, { write: (line) => lines.push(line) });
  const metrics = new Registry();
  const inspect = createLogWatch({ log: { inspect: async () => findings }, logger, metrics });
  await inspect();
  findings = [lost];
  await inspect();
  expect(lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'set back'],
    [50, 'two are gone'],
    [40, 'three lag'],
  ]);
  expect(await metrics.metrics()).toContain('hub_log_records_lost{stream="hub.feed"} 2');
  expect(await metrics.metrics()).not.toContain('hub_log_replicas_behind{');
  findings = [];
  await inspect();
  expect(await metrics.metrics()).not.toContain('hub_log_records_lost{');
  expect(await metrics.metrics()).toContain('hub_log_settings_repaired_total{stream="hub.feed"} 1');
});

test('findings of one stream add up, and the next inspection starts from 0', async () => {
  const findings: readonly LogFinding[] = [
    { kind: 'records_lost', stream: 'hub.feed', count: 12, message: 'twelve are gone' },
    { kind: 'records_lost', stream: 'hub.feed', count: 1, message: 'a long value is gone' },
    { kind: 'records_lost', stream: 'hub.feed', count: 0, message: 'an index is damaged' },
    { kind: 'records_lost', stream: 'hub.xp', count: 0, message: 'another index is damaged' },
  ];
  const logger = createLogger({ name: 'test', level: 'silent' });
  const metrics = new Registry();
  const inspect = createLogWatch({ log: { inspect: async () => findings }, logger, metrics });
  for (const _ of ['once', 'again']) {
    await inspect();
    const shown = await metrics.metrics();
    expect(shown).toContain('hub_log_records_lost{stream="hub.feed"} 13');
    expect(shown).toContain('hub_log_records_lost{stream="hub.xp"} 0');
  }
});

test('the count of settings that were set back starts at 0, so that the first change is an increase', async () => {
  const metrics = new Registry();
  createLogWatch({
    log: { inspect: async () => [] },
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics,
  });
  const shown = await metrics.metrics();
  for (const stream of streamNames)
    expect(shown).toContain(`hub_log_settings_repaired_total{stream="${stream}"} 0`);
});
