import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readRegularFile, regularFileSize } from './read-regular-file.ts';

async function openFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'hub-files-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('a pipe, a device and a folder are reported and never opened', async () => {
  const folder = await openFolder();
  const pipe = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  await mkdir(join(folder, 'folder'));
  for (const [path, kind] of [
    [pipe, 'a named pipe'],
    ['/dev/zero', 'a device'],
    [join(folder, 'folder'), 'a folder'],
  ] as const) {
    const error = { code: 'not_a_file', message: expect.stringContaining(`${path} is ${kind}`) };
    await expect(readRegularFile(path, { bytesMax: 10 })).rejects.toMatchObject(error);
    await expect(regularFileSize(path)).rejects.toMatchObject(error);
  }
});

test('a file is read to its end, up to the limit, whatever size the file system reports', async () => {
  const path = join(await openFolder(), 'file');
  for (const bytes of [0, 1, 10, 3_000_000]) {
    const content = Buffer.alloc(bytes, 'x');
    await writeFile(path, content);
    expect((await readRegularFile(path, { bytesMax: bytes })).equals(content)).toBe(true);
    expect(await regularFileSize(path)).toBe(bytes);
  }
  await expect(readRegularFile(path, { bytesMax: 2_999_999 })).rejects.toMatchObject({
    code: 'file_too_large',
  });
  // A file in /proc has the size 0.
  const status = await readRegularFile('/proc/self/status', { bytesMax: 100_000 });
  expect(status.toString()).toMatch(/^Name:/);
  await expect(readRegularFile('/proc/self/status', { bytesMax: 10 })).rejects.toMatchObject({
    code: 'file_too_large',
  });
  expect(await regularFileSize(`${path} that is missing`)).toBeNull();
});
