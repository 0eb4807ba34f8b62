import { Counter, Gauge, type Registry } from 'prom-client';
import { streamNames } from '../../shared/events/streams.ts';
import type { EventLog, LogFinding } from '../../shared/log/event-log.ts';
import type { Logger } from '../../shared/observability/logger.ts';

/**
 * Logs each finding once, and again when its number changes. Alert when `hub_log_records_lost` is
 * above 0.
 * @returns a function that inspects once
 */
export function createLogWatch(options: {
  readonly log: Pick<EventLog, 'inspect'>;
  readonly logger: Logger;
  readonly metrics: Registry;
}): () => Promise<void> {
  const { log, logger, metrics } = options;
  const common = { labelNames: ['stream'] as const, registers: [metrics] };
  const gauge = (name: string, help: string) => new Gauge({ ...common, name, help });
  const lost = 'Records that are missing in the log although their retention has not ended';
  const surplus = 'Partitions of a topic that the hub does not write or read';
  const lasting = {
    records_lost: gauge('hub_log_records_lost', lost),
    surplus_partitions: gauge('hub_log_surplus_partitions', surplus),
    replicas_behind: gauge('hub_log_replicas_behind', 'Partitions of a topic that lack an in-sync replica'),
  };
  const repaired = new Counter({
    ...common,
    name: 'hub_log_settings_repaired_total',
    help: 'Settings of topics that were changed and that the hub set back',
  });
  // Starts each series at 0, so that the first change shows as an increase.
  for (const stream of streamNames) repaired.inc({ stream }, 0);
  let said: ReadonlySet<string> = new Set();

  function show({ kind, stream, count }: LogFinding): void {
    if (kind === 'setting_changed') repaired.inc({ stream }, count);
    // A stream may have several findings of a kind: of its tables, packs and indexes.
    else lasting[kind].inc({ stream }, count);
  }

  return async () => {
    const findings = await log.inspect();
    for (const gauge of Object.values(lasting)) gauge.reset();
    for (const finding of findings) {
      show(finding);
      if (!said.has(finding.message)) {
        const isLoss = finding.kind === 'records_lost' || finding.kind === 'setting_changed';
        logger[isLoss ? 'error' : 'warn']({ finding: finding.kind, stream: finding.stream }, finding.message);
      }
    }
    const remaining = findings.filter(({ kind }) => kind !== 'setting_changed');
    said = new Set(remaining.map(({ message }) => message));
  };
}
