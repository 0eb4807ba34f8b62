import type { LogStore } from '../../../shared/log/event-log.contract.ts';
import { prepareAppend } from '../../../shared/log/postgres/appending/append-statement.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { atEnd } from '../at-end.ts';
import { freshDatabase } from '../postgres/database.ts';
import { entry } from './log-entries.ts';
import { testRetention } from './retention.ts';
import { startLogWriter } from './start-log-writer.ts';

const writer = new URL('log-writer.ts', import.meta.url);

/** Each `open` has its own connections, as another process has. */
export async function openPostgresLogStore(): Promise<LogStore & { readonly database: Database }> {
  const { url, database } = await freshDatabase('log');
  const logger = createLogger({ name: 'tests', level: 'silent' });

  function open() {
    const own = openDatabase({ url, name: 'log', maxConnections: 4, statementTimeoutMs: 20_000 });
    const notifications = openNotifications(own, logger);
    const log = openPostgresEventLog({ database: own, notifications, logger, retention: testRetention });
    atEnd(async () => {
      await log.close();
      await notifications.close();
      await own.close();
    });
    return log;
  }

  return {
    database,
    open,
    disturbWriters: async () => {
      await Promise.all([cutAppends(database), rollBackAppend(database)]);
    },
    startWriter: (onAcknowledged) => startLogWriter(writer, [url], onAcknowledged),
  };
}

/** Ends the sessions that append, at any point of their work. */
export async function cutAppends(database: Database): Promise<void> {
  await database.run({
    text: `
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database()
        and application_name = 'hub log'
        and query like '%insert into log.record%'`,
  });
}

/** Takes offsets, and gives up before the commit. */
async function rollBackAppend(database: Database): Promise<void> {
  const givenUp = new Error('given up');
  const entries = [entry('hub.feed', 'feed'), entry('hub.state', 'account1')];
  await database
    .transaction(async (tx) => {
      await tx.run(prepareAppend(entries, { canInsert: true }).statement);
      throw givenUp;
    })
    .catch((error: unknown) => {
      if (error !== givenUp) throw error;
    });
}
