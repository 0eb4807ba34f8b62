import { randomBytes } from 'node:crypto';
import { atEnd } from '../../../test/support/at-end.ts';
import { testRetention } from '../../../test/support/log/retention.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import type { Beginning } from '../../../test/support/postgres/templates.ts';
import type { Journal } from '../../log/journal.ts';
import { openJournal } from '../../log/open-journal.ts';
import { openPostgresEventLog } from '../../log/postgres/postgres-event-log.ts';
import { createLogger, type Logger } from '../../observability/logger.ts';
import type { Database } from '../../postgres/database.ts';
import { type Notifications, openNotifications } from '../../postgres/notifications.ts';
import type { ParkedDecisionSource } from '../commit/parked-decisions.ts';
import { noDecisions } from './no-decisions.ts';

export interface TestLog {
  readonly database: Database;
  readonly url: string;
  readonly journal: Journal;
  readonly notifications: Notifications;
  readonly logger: Logger;
  readonly decisions: ParkedDecisionSource;
}

/** Closed when the test ends. */
export async function openTestLog(beginning: Exclude<Beginning, 'empty'> = 'log'): Promise<TestLog> {
  const { database, url } = await freshDatabase(beginning);
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  atEnd(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger, retention: testRetention });
  atEnd(() => log.close());
  const journal = await openJournal({ log, hubSecret: randomBytes(32) });
  return { database, url, journal, notifications, logger, decisions: noDecisions };
}
