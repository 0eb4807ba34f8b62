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
    /** Folder of the run for things that its processes make once. */
    runFolder: string;
  }
}

const run = promisify(execFile);

/**
 * A data directory with an unused cluster of an embedded server. The directory ends with the test,
 * together with every process that still runs on it. Use it in tests that are not about a first
 * start. Copying a cluster takes a fifteenth of the CPU that initialising it takes, a second.
 */
export async function dataDirWithCluster(): Promise<string> {
  const made = await makeOnce(inject('runFolder'));
  const dataDir = await temporaryDataDir(null);
  await run('cp', ['-a', `${made}/.`, dataDir]);
  return dataDir;
}

/** The first process of the run that asks makes the cluster. The others wait. */
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

/** Removes the recorded port, so that each copy finds a port that is free. */
async function forgetPort(record: string): Promise<void> {
  const found = JSON.parse(await readFile(record, 'utf8'));
  await writeFile(record, JSON.stringify({ ...found, port: null }));
}
