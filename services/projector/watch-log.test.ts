import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { LogFinding } from '../../shared/log/event-log.ts';
import { createLogger } from '../../shared/logger.ts';
import { createLogWatch } from './watch-log.ts';

test('says each finding once, shows it in metrics until it is mended, and counts what was set back', async () => {
  const lost: LogFinding = { kind: 'records_lost', stream: 'hub.feed', count: 2, message: 'two are gone' };
  const changed: LogFinding = { kind: 'setting_changed', stream: 'hub.feed', count: 1, message: 'set back' };
  let findings: readonly LogFinding[] = [changed, lost];
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
  ]);
  expect(await metrics.metrics()).toContain('hub_log_records_lost{stream="hub.feed"} 2');
  findings = [];
  await inspect();
  expect(await metrics.metrics()).not.toContain('hub_log_records_lost{');
  expect(await metrics.metrics()).toContain('hub_log_settings_repaired_total{stream="hub.feed"} 1');
});
