import { onTestFinished } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import { temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { readStandaloneSettings } from '../../standalone/settings.ts';
import { startStandalone } from '../../standalone/start-standalone.ts';

/** A hub in this process that ends with the test, to operate on directly and by commands with its `settings`. */
export async function openOperatedHub() {
  const { url, database } = await freshDatabase('hub');
  const DATA_DIR = await temporaryDataDir(null);
  const settings = { DATABASE_URL: url, DATA_DIR, PORT: '0', BACKUP_ENABLED: 'false' };
  const hub = await startStandalone(
    readStandaloneSettings(settings),
    createLogger({ name: 'test', level: 'silent' }),
  );
  onTestFinished(() => hub.close());
  return { core: hub.core, database, settings, backupDir: `${DATA_DIR}/backups` };
}
