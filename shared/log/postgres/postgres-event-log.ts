import { randomUUID } from 'node:crypto';
import { LogUnavailable } from '../../errors/errors.ts';
import type { Retention, StreamName } from '../../events/streams.ts';
import { markInUse, wasRestored } from '../../identity/last-used-copy.ts';
import { databaseLogIdentity } from '../../identity/log-identity.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import { createNotifier, logChannel, type Notifications } from '../../postgres/notifications.ts';
import { appendDeadlineDefaultMs, type EventLog, type LogEntry, type PartitionEnds } from '../event-log.ts';
import { checkLogEntries } from '../records/log-entry.ts';
import { createAppendQueue } from './appending/append-queue.ts';
import { importRecords } from './appending/import-timed-records.ts';
import { ensureStreams } from './ensure-streams.ts';
import { createLogDamage } from './maintenance/damaged-records.ts';
import { emptyRecords } from './maintenance/empty-records.ts';
import { createLogMaintenance } from './maintenance/log-maintenance.ts';
import { removeDestroyedDataKeys } from './maintenance/remove-destroyed-data-keys.ts';
import { abandonAfterMs } from './reading/packed-ends.ts';
import { readColumns } from './reading/read-columns.ts';
import { readLog } from './reading/read-log.ts';
import { readPacks } from './reading/read-packs.ts';
import { createLogWakeups } from './reading/reader-wakeups.ts';
import { createSharedEnds } from './reading/shared-ends.ts';

export interface PostgresEventLogOptions {
  /** Stays open when the log is closed. */
  readonly database: Database;
  readonly notifications: Notifications;
  readonly logger: Logger;
  /** Null when another process deletes old records of the log. */
  readonly retention?: Retention | null;
  /** The data folder of the embedded server; null or left out for an external server. */
  readonly databaseDirectory?: string | null;
  /** No other process waits for records, so appends are not announced; false by default. */
  readonly isOnlyReader?: boolean;
  /** Called for each new session that appends. Throws LogUnavailable to refuse the session. */
  readonly checkSession?: (session: Sql) => Promise<void>;
}

const notifyApartMs = 50;

/** Any number of processes may write and read the log. */
export function openPostgresEventLog(options: PostgresEventLogOptions): EventLog {
  const { database, notifications, retention = null, databaseDirectory = null } = options;
  const wakes = createLogWakeups();
  const readers = { database, wakes, ends: createSharedEnds(database, wakes) };
  const notifier = createNotifier(database, logChannel, notifyApartMs);
  const writer = randomUUID();
  // The payload is `writer stream`. This process wakes its own readers directly.
  const stopListening = notifications.on(logChannel, (payload) => {
    const [from, stream] = payload.split(' ');
    if (from !== writer) wakes.wake(stream === undefined ? undefined : [stream as StreamName]);
  });
  const maintain = createLogMaintenance(database, retention);
  const damage = createLogDamage(database);
  const queue = createAppendQueue({ ...options, onAppended: announce });

  function announce(entries: readonly LogEntry[]): void {
    const grown = new Set(entries.map((entry) => entry.stream));
    wakes.wake(grown);
    if (options.isOnlyReader) return;
    for (const stream of grown) notifier.notify(`${writer} ${stream}`);
  }

  async function refuse(error: unknown): Promise<never> {
    throw (await damage.explain(error)) ?? unreadable(error);
  }

  return {
    ensureStreams: () => ensureStreams(database),
    append: async (records, { deadlineMs = appendDeadlineDefaultMs } = {}) => {
      checkLogEntries(records);
      return queue.append(records, deadlineMs);
    },
    import: async (records) => {
      checkLogEntries(records);
      const positions = await importRecords(database, records);
      announce(records);
      return positions;
    },
    read: (positions, options) =>
      readLog(readers, positions, options).catch((error) => {
        if (options.signal?.aborted) throw options.signal.reason;
        return refuse(error);
      }),
    readColumns: (position, wanted) => readColumns(database, position, wanted).catch(refuse),
    readPacks: (position, wanted) => readPacks(database, position, wanted).catch(refuse),
    ends: (streams) =>
      readEnds(database, streams).catch((error) => {
        throw unreadable(error);
      }),
    identity: async () => databaseLogIdentity,
    wasRestored: () => wasRestored(database, databaseDirectory),
    markInUse: () => markInUse(database, databaseDirectory),
    maintain,
    inspect: async () => damage.findings(),
    emptyRecords: async (subjects) => {
      const { emptied, damage: met } = await emptyRecords(database, subjects);
      await removeDestroyedDataKeys(database);
      if (met !== null) throw await damage.explain(met);
      return emptied;
    },
    close: async () => {
      stopListening();
      await queue.close();
      wakes.close();
      await notifier.close();
    },
  };
}

function unreadable(error: unknown): LogUnavailable {
  if (error instanceof LogUnavailable) return error;
  return new LogUnavailable('the log could not be read', { cause: error });
}

async function readEnds(database: Database, streams: readonly StreamName[]): Promise<PartitionEnds[]> {
  return database.many<PartitionEnds>({
    text: `
      select stream, partition, start_offset as start, next_offset as "end"
      from log.partition
      where stream = any($1)
      order by stream, partition`,
    values: [streams],
    abandonAfterMs,
  });
}
