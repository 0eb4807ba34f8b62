import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { backupFolderOf, packLog, temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { openJournal } from '../../../shared/log/open-journal.ts';
import { openPostgresEventLog } from '../../../shared/log/postgres/postgres-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import { atEnd } from '../at-end.ts';
import { mixedLog } from '../log/mixed-log.ts';
import { freshDatabase } from '../postgres/database.ts';
import { temporaryDataDir } from './hub-process.ts';

/**
 * A stopped hub with events of every projection. Most records that are kept for ever are in packs,
 * which backups copy unchanged.
 */
export async function openLogToBackUp(events: number, path?: string) {
  const secret = randomBytes(32);
  const { url, database } = await freshDatabase('hub');
  const logger = createLogger({ name: 'test', level: 'silent' });
  const notifications = openNotifications(database, logger);
  atEnd(() => notifications.close());
  const log = openPostgresEventLog({ database, notifications, logger });
  atEnd(() => log.close());
  const journal = await openJournal({ log, hubSecret: secret });
  await journal.import(mixedLog(events));
  await packLog(database);
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryDataDir(null),
    BACKUP_DIR: path ?? join(await temporaryFolder(), 'backups'),
    HUB_SECRET: secret.toString('base64'),
  };
  /** Settings of a hub that does not exist yet, with the same secret and backups. */
  const elsewhere = async (beginning: 'empty' | 'hub' = 'empty') => {
    const empty = await freshDatabase(beginning);
    const place = { DATABASE_URL: empty.url, DATA_DIR: await temporaryDataDir(null) };
    return { settings: { ...settings, ...place }, database: empty.database };
  };
  return { settings, database, folder: backupFolderOf(settings), journal, elsewhere };
}
