import type { Registry } from 'prom-client';
import { createConsoleAnswerSeconds } from '../../services/console/api/answers/measure-console.ts';
import { createDiskSpaceCheck } from '../../services/ingest/http/check-disk-space.ts';
import { createIngestMetrics } from '../../services/ingest/ingest-metrics.ts';
import { createBackupMetrics } from '../../services/projector/backup/backup-metrics.ts';
import { createDatabaseGauges } from '../../services/projector/database-gauges.ts';
import { createGenerationGauges } from '../../services/projector/generation-gauges.ts';
import { createLogWatch } from '../../services/projector/watch-log.ts';
import { createLimitMetrics } from '../../services/query/limits/postgres-rate-limiter.ts';
import { createApiAnswerSeconds } from '../../services/query/register-query.ts';
import { createSideWorkFailures } from '../../shared/observability/failure-notes.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { createMetrics } from '../../shared/observability/metrics.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { createProjectorMetrics } from '../../shared/projection/live/projector-metrics.ts';

/** Metrics that belong together, as operators look for them. */
export interface MetricGroup {
  readonly title: string;
  /** The processes with these metrics, by the value of their label `process`. */
  readonly processes: readonly string[];
  readonly note?: string;
  /** Other software creates the metrics and their labels. */
  readonly isOfNode?: true;
  readonly register: (metrics: Registry) => void;
}

/** Metrics read the database when they are collected, and here nobody collects them. */
const database = new Proxy({} as Database, {
  get: () => {
    throw new Error('a metric reads the database before it is collected');
  },
});
const logger = createLogger({ name: 'reference', level: 'silent' });

export const metricGroups: readonly MetricGroup[] = [
  {
    title: 'Ingest',
    processes: ['ingest', 'standalone'],
    register: (metrics) => createIngestMetrics(metrics, []),
  },
  {
    title: 'Disk of the embedded server',
    processes: ['standalone'],
    note: 'Only a hub with the embedded server has these metrics.',
    register: (metrics) => createDiskSpaceCheck({ directory: '.', minFreeBytes: null }, { logger, metrics }),
  },
  {
    title: 'Projections',
    processes: ['projector', 'standalone'],
    register: (metrics) => {
      createProjectorMetrics({ now: () => 0, observe: () => {} }, [], metrics);
      createGenerationGauges({ database, projections: [], metrics });
    },
  },
  {
    title: 'Log and database',
    processes: ['projector', 'standalone'],
    register: (metrics) => {
      createLogWatch({ log: { inspect: async () => [] }, logger, metrics });
      createDatabaseGauges({ database, metrics });
    },
  },
  {
    title: 'Backups',
    processes: ['projector', 'standalone'],
    note: 'Only processes with `BACKUP_ENABLED` have these metrics.',
    register: (metrics) => createBackupMetrics(metrics, () => 0),
  },
  {
    title: 'Read API',
    processes: ['query', 'standalone'],
    register: (metrics) => createApiAnswerSeconds(metrics),
  },
  {
    title: 'Work next to requests',
    processes: ['ingest', 'query', 'console', 'standalone'],
    register: (metrics) => createSideWorkFailures(metrics),
  },
  {
    title: 'Limits that replicas share',
    processes: ['query'],
    register: (metrics) => createLimitMetrics(metrics),
  },
  {
    title: 'Console',
    processes: ['console', 'standalone'],
    register: (metrics) => createConsoleAnswerSeconds(metrics),
  },
  {
    title: 'Node',
    processes: ['ingest', 'projector', 'query', 'console', 'standalone'],
    note: 'These metrics come from prom-client and Node.',
    isOfNode: true,
    register: (metrics) => {
      for (const metric of createMetrics('reference', { isServed: true }).getMetricsAsArray()) {
        metrics.registerMetric(metric as never);
      }
    },
  },
];
