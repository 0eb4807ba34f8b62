import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { createLogger } from '../../../shared/observability/logger.ts';
import { startEmbeddedPostgres } from '../../../shared/postgres/embedded/embedded-postgres.ts';
import { pathExists } from '../../../shared/postgres/embedded/place-cluster.ts';
import { withStartLock } from '../../../shared/postgres/embedded/start-lock.ts';
import { temporaryDataDir } from '../hub/hub-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** For things that processes of the run make once. */
    runFolder: string;
  }
}

const run = promisify(execFile);

/**
 * The directory has an unused cluster, and ends with the test. Copying a cluster takes a fifteenth
 * of the CPU of initialising a cluster.
 */
export async function dataDirWithCluster(): Promise<string> {
  const made = await makeOnce(inject('runFolder'));
  const dataDir = await temporaryDataDir(null);
  await run('cp', ['-a', `${made}/.`, dataDir]);
  return dataDir;
}

async function makeOnce(folder: string): Promise<string> {
  const made = join(folder, 'cluster');
  await withStartLock(folder, async () => {
    if (await pathExists(made)) return;
    const draft = join(folder, 'draft');
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o711 });
    const logger = createLogger({ name: 'test-postgres', level: 'silent' });
    const server = await startEmbeddedPostgres({ dataDir: draft, logger });
    await server.stop();
    await forgetPort(join(draft, 'postgres.json'));
    await rename(draft, made);
  });
  return made;
}

/** Each copy must find a free port. */
async function forgetPort(record: string): Promise<void> {
  const found = JSON.parse(await readFile(record, 'utf8'));
  await writeFile(record, JSON.stringify({ ...found, port: null }));
}
