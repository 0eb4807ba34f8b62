import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../../shared/backup/testing/open-backup-test.ts';
import { takeHubLock } from '../../../../shared/identity/hub-lock.ts';
import { createLogger } from '../../../../shared/observability/logger.ts';
import { runInProcess } from '../../../../test/support/hub/command-line.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres/database.ts';
import type { Examination } from '../examine.ts';

type Settings = Readonly<Record<string, string>>;

export async function openStoppedHub() {
  const { url, database } = await freshDatabase('hub');
  const folder = await temporaryFolder();
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    HUB_SECRET: randomBytes(32).toString('base64'),
  };
  // This command binds the log to the secret.
  await runInProcess(settings, ['member', 'list']);
  return { url, database, folder, settings };
}

export async function examined(settings: Settings): Promise<Examination> {
  const { code, stdout } = await runInProcess(settings, ['doctor', '--json']);
  const examination: Examination = JSON.parse(stdout);
  expect(code).toBe(examination.ok ? 0 : 1);
  return examination;
}

/** Leaves out `replication`, which sees slots of all tests on the server. */
export function wrong({ checks }: Examination): string[] {
  return checks.filter(({ ok, name }) => !ok && name !== 'replication').map(({ name }) => name);
}

export async function holdAs(database: FreshDatabase['database'], role: 'ingest' | 'projector' | 'command') {
  const lock = await takeHubLock(database, {
    role,
    port: 1,
    waitForCommandMs: 0,
    logger: createLogger({ name: 'test', level: 'silent' }),
    onLost: () => {},
  });
  if (lock.kind !== 'held') throw new Error('the lock is busy');
  onTestFinished(() => lock.release());
  return lock;
}
