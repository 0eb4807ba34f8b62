import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLifecycle } from '../../../shared/async/lifecycle.ts';
import { type NewEvent, newEvent } from '../../../shared/events/event.ts';
import { payloadReceived } from '../../../shared/events/types/payload-received.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { startEmbeddedPostgres } from '../../../shared/postgres/embedded/embedded-postgres.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { createReportSource } from '../../support/hub/report-source.ts';
import { createBenchFolder } from './bench-folder.ts';
import { median } from './figures.ts';
import { logEvent } from './log-records.ts';
import { cpuDuring } from './process-cpu.ts';
import { serveJobs } from './worker.ts';

export interface AppendJob {
  readonly reports: number;
}

/** Costs of one report. */
export interface AppendAnswer {
  readonly p50Ms: number;
  readonly nodeMicros: number;
  readonly postgresMicros: number;
}

interface OpenLog {
  readonly journal: Journal;
  readonly postgresPid: number;
}

const lifecycle = createLifecycle();
let opened: Promise<OpenLog> | undefined;

serveJobs<AppendJob, AppendAnswer>(
  async ({ reports }) => {
    opened ??= openLog();
    const { journal, postgresPid } = await opened;
    return appendOneByOne(journal, reports, postgresPid);
  },
  () => lifecycle.close(),
);

async function openLog(): Promise<OpenLog> {
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const dataDir = await createBenchFolder(lifecycle);
  const server = await startEmbeddedPostgres({ dataDir, logger });
  lifecycle.onClose(server.stop);
  const database = openDatabase({
    url: server.url,
    name: 'bench',
    maxConnections: 10,
    statementTimeoutMs: 60_000,
  });
  lifecycle.onClose(database.close);
  const notifications = openNotifications(database, logger);
  lifecycle.onClose(notifications.close);
  const log = openPostgresEventLog({ database, notifications, logger });
  lifecycle.onClose(log.close);
  await log.ensureStreams();
  const pidFile = await readFile(join(server.directory, 'postmaster.pid'), 'utf8');
  const journal = await openJournal({ log, hubSecret: randomBytes(32) });
  return { journal, postgresPid: Number(pidFile.split('\n')[0]) };
}

async function appendOneByOne(journal: Journal, reports: number, postgresPid: number): Promise<AppendAnswer> {
  const source = createReportSource(1);
  const sent = Array.from({ length: reports }, (_, number) => eventsOf(number, source.next(0).toString()));
  const waitedMs: number[] = [];
  const { cpu } = await cpuDuring({ pid: process.pid, postgresPid }, async () => {
    for (const events of sent) {
      const startedAt = performance.now();
      await journal.append(events);
      waitedMs.push(performance.now() - startedAt);
    }
  });
  return {
    p50Ms: median(waitedMs),
    nodeMicros: (cpu.nodeMs * 1_000) / reports,
    postgresMicros: (cpu.postgresMs * 1_000) / reports,
  };
}

/** The events of a fighting player's report: its body, and an event of each of five kinds. */
function eventsOf(number: number, body: string): NewEvent[] {
  const kinds = [0, 6, 9, 13, 16].map((kind) => logEvent(number * 20 + kind));
  const subject = kinds[0]?.subject ?? '';
  const payload = { device_id: randomUUID(), plugin: 'ha', plugin_version: '1.6.0', body };
  return [newEvent(payloadReceived, { subject, source: 'ha' }, payload), ...kinds];
}
