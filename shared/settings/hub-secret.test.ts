import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readHubSecret } from './hub-secret.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const read = (dataDir: string, given?: string, sealed = false) =>
  readHubSecret({ dataDir, given, isSealed: async () => sealed });

test('creates a secret once, and only its owner can read it', async () => {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const made = await read(dataDir);
  expect(made).toHaveLength(32);
  expect(await read(dataDir)).toEqual(made);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

test('gives processes that start together the same secret', async () => {
  const folder = await temporaryFolder();
  const secrets = await Promise.all(Array.from({ length: 20 }, () => read(folder)));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
});

test('prefers the given secret', async () => {
  const given = Buffer.alloc(32, 7);
  expect(await read(await temporaryFolder(), given.toString('base64'))).toEqual(given);
});

test('refuses a damaged file instead of making a new secret', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'secret'), 'c2hvcnQ=');
  await expect(read(folder)).rejects.toThrow('restore it');
});

test('creates no secret next to a log that another secret sealed, and says where to search for that secret', async () => {
  const folder = await temporaryFolder();
  await expect(read(folder, undefined, true)).rejects.toThrow(
    `${folder}/secret is missing, and the log of this hub is sealed with this secret: put the file back from a copy of ${folder}`,
  );
  await expect(stat(join(folder, 'secret'))).rejects.toThrow('ENOENT');
});

test('says what to do when the secret cannot be written', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await expect(read(join(folder, 'file/data'))).rejects.toThrow(
    /^DATA_DIR \S+ is no folder, or lies below a file \(ENOTDIR\)$/,
  );
});
