import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { openDatabase } from '../../../shared/postgres/open-database.ts';
import { appendForever } from './append-forever.ts';

const [, , url = ''] = process.argv;
const database = openDatabase({ url, name: 'writer', maxConnections: 2, statementTimeoutMs: 5_000 });
const logger = createLogger({ name: 'writer', level: 'silent' });
const notifications = openNotifications(database, logger);
const log = openPostgresEventLog({ database, notifications, logger });

await appendForever(log);
