import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

export async function migrationsWith(migrations: URL, file: string, sql: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(migrations, folder, { recursive: true });
  await writeFile(join(folder, file), sql);
  return pathToFileURL(`${folder}/`);
}
