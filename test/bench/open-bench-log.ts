import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRetention } from '../../services/cli/settings.ts';
import { holdDatabase } from '../../shared/identity/hold-database.ts';
import type { Journal } from '../../shared/log/journal.ts';
import { openJournal } from '../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openNotifications } from '../../shared/postgres/notifications.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';

export interface BenchLog {
  readonly database: Database;
  readonly journal: Journal;
  readonly hubSecret: Buffer;
  /** Of the server, as the owner of its tables. */
  readonly url: string;
  readonly postgresPid: number;
}

/** An empty log on an embedded PostgreSQL of its own; `onClose` is given what takes it down, the last one first. */
export async function openBenchLog(onClose: (close: () => Promise<void>) => void): Promise<BenchLog> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  await chmod(dataDir, 0o711);
  onClose(() => rm(dataDir, { recursive: true, force: true }));
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const held = await holdDatabase({
    databaseUrl: undefined,
    dataDir,
    role: 'command',
    port: 0,
    logger,
    onLost: () => {},
  });
  onClose(held.release);
  // It makes its tables itself.
  const url = held.ownerUrl ?? held.url;
  const database = openDatabase({
    url,
    name: 'bench',
    maxConnections: 10,
    statementTimeoutMs: 600_000,
  });
  onClose(database.close);
  const notifications = openNotifications(database, logger);
  onClose(notifications.close);
  const log = openPostgresEventLog({ database, notifications, logger, retention: readRetention() });
  onClose(log.close);
  await log.ensureStreams();
  const hubSecret = randomBytes(32);
  const pidFile = await readFile(join(held.directory ?? '', 'postmaster.pid'), 'utf8');
  const postgresPid = Number(pidFile.split('\n')[0]);
  return { database, journal: await openJournal({ log, hubSecret }), hubSecret, url, postgresPid };
}
