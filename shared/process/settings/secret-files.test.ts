import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readSecretFile, readSecretFiles } from './secret-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function holding(content: string | Buffer): Promise<string> {
  const path = join(folder, 'value');
  await writeFile(path, content);
  return path;
}

const passwordIn = (path: string) =>
  readSecretFiles(['KAFKA_PASSWORD'], { KAFKA_PASSWORD_FILE: path }).KAFKA_PASSWORD;

test.each([
  ['hunter2', 'hunter2'],
  ['hunter2\n', 'hunter2'],
  ['hunter2\r\n', 'hunter2'],
  ['hunter2\n\n', 'hunter2\n'],
  ['\uFEFFhunter2', 'hunter2'],
  ['x'.repeat(65_536), 'x'.repeat(65_536)],
])('the value is the text of the file without one trailing newline (%#)', async (content, value) => {
  expect(passwordIn(await holding(content))).toBe(value);
});

test('follows links, as Kubernetes mounts a secret', async () => {
  await mkdir(join(folder, '..2026'));
  await writeFile(join(folder, '..2026', 'password'), 'hunter2\n');
  await symlink('..2026', join(folder, '..data'));
  await symlink('..data/password', join(folder, 'password'));
  expect(passwordIn(join(folder, 'password'))).toBe('hunter2');
});

test('reads a pipe to its end', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  spawn('sh', ['-c', `{ printf hunt; sleep 0.1; echo er2; } > '${pipe}'`]);
  expect(passwordIn(pipe)).toBe('hunter2');
});

test.each([
  ['', /^KAFKA_PASSWORD_FILE \S+ is empty: write the value into it, or remove KAFKA_PASSWORD_FILE$/],
  ['\n', / is empty: /],
  [' \n\n', / is empty: /],
  ['x'.repeat(65_537), / has more than 64 KiB: /],
  [Buffer.from([0xff, 0xfe, 0x41, 0x00]), / is not UTF-8 text: /],
  ['hunter2\0', / is not UTF-8 text: /],
])('refuses a file without a value, in one line without its content (%#)', async (content, message) => {
  const path = await holding(content);
  expect(() => passwordIn(path)).toThrow(message);
  expect(() => passwordIn(path)).not.toThrow(/hunter2|\n/);
});

test('refuses a path without a file, and an endless file', () => {
  expect(() => readSecretFile('X_FILE', join(folder, 'none'))).toThrow(
    /^X_FILE \S+none cannot be read \(ENOENT\): create the file and let the user .* read it, or remove/,
  );
  expect(() => readSecretFile('X_FILE', folder)).toThrow('cannot be read (EISDIR)');
  expect(() => readSecretFile('X_FILE', '/dev/zero')).toThrow('has more than 64 KiB');
});

test('both forms together are refused, and an empty form counts as not set', async () => {
  const path = await holding('hunter2');
  const names = ['A', 'B'];
  expect(() => readSecretFiles(names, { A: 'x', A_FILE: path })).toThrow(
    /^A and A_FILE are both set: remove one of them$/,
  );
  expect(readSecretFiles(names, { A: ' ', A_FILE: path, B: 'x', B_FILE: '' })).toEqual({ A: 'hunter2' });
});
