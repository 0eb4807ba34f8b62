import { chmod, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explainMissingNode, findNode } from './find-node.mjs';

const newEnough = { execPath: '/usr/bin/node', version: 'v24.0.0' };
const tooOld = { execPath: '/usr/bin/node', version: 'v20.20.2' };
const shebang = '#!/bin/sh\n';

/** The bundled Node is this script. */
async function bundle(script: string | Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'find-node-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const bundled = join(folder, 'node');
  await writeFile(bundled, script);
  await chmod(bundled, 0o755);
  const tries = join(folder, 'tries');
  const triesSoFar = async () => (await readFile(tries, 'utf8').catch(() => '')).length;
  return { bundled, note: join(folder, '.cache/note.json'), triesSoFar };
}

/** Counts its runs in the file `tries`. */
const counting = (rest: string) => `${shebang}printf x >> "$(dirname "$0")/tries"\n${rest}\n`;

test('the bundled Node is tested once, and again after it changed', async () => {
  const { bundled, note, triesSoFar } = await bundle(counting('echo v24.21.0'));
  for (const _ of [1, 2, 3]) expect(findNode({ bundled, own: tooOld, note })).toBe(bundled);
  expect(await triesSoFar()).toBe(1);
  const { mtimeMs } = await stat(bundled);
  await utimes(bundled, mtimeMs / 1_000 + 5, mtimeMs / 1_000 + 5);
  expect(findNode({ bundled, own: tooOld, note })).toBe(bundled);
  expect(await triesSoFar()).toBe(2);
});

test('a bundled Node is tested again by another Node, as after a copy to another machine', async () => {
  const { bundled, note, triesSoFar } = await bundle(counting('echo v24.21.0'));
  findNode({ bundled, own: tooOld, note });
  findNode({ bundled, own: newEnough, note });
  expect(await triesSoFar()).toBe(2);
});

test('a bundled Node that fails is tested only once, and the Node of the machine runs the hub', async () => {
  const { bundled, note, triesSoFar } = await bundle(counting('exit 127'));
  for (const _ of [1, 2]) expect(findNode({ bundled, own: newEnough, note })).toBe('/usr/bin/node');
  expect(await triesSoFar()).toBe(1);
});

test.each([
  ['for another libc', async () => withoutLoader()],
  ['that is no program', async () => 'text'],
  ['that is too old', async () => `${shebang}echo v22.1.0\n`],
])('a bundled Node %s is not used', async (_, program) => {
  const { bundled, note } = await bundle(await program());
  expect(findNode({ bundled, own: newEnough, note })).toBe('/usr/bin/node');
  expect(findNode({ bundled, own: tooOld, note })).toBeNull();
  const line = explainMissingNode({ bundled, own: tooOld });
  expect(line).toMatch(/^the hub needs Node 24 .*v20\.20\.2; .*musl: install Node 24$/);
});

test('without a bundled Node, the Node of the machine runs the hub when it is new enough', async () => {
  const { note } = await bundle('');
  const bundled = '/nonexistent/node';
  expect(findNode({ bundled, own: newEnough, note })).toBe('/usr/bin/node');
  expect(findNode({ bundled, own: tooOld, note })).toBeNull();
  expect(explainMissingNode({ bundled, own: tooOld })).toMatch(
    /v20\.20\.2: install Node 24, or run npm ci --include=optional/,
  );
});

test('a test of Node is not remembered when the machine had too little memory for it', async () => {
  const { bundled, note, triesSoFar } = await bundle(counting('kill -KILL $$'));
  for (const _ of [1, 2]) expect(findNode({ bundled, own: newEnough, note })).toBe('/usr/bin/node');
  expect(await triesSoFar()).toBe(2);
});

test('a note that cannot be read or written costs only one more test', async () => {
  const { bundled, triesSoFar } = await bundle(counting('echo v24.21.0'));
  const note = '/dev/null/note.json';
  for (const _ of [1, 2]) expect(findNode({ bundled, own: tooOld, note })).toBe(bundled);
  expect(await triesSoFar()).toBe(2);
});

/** A program whose loader does not exist here, as a Node for glibc on musl. */
async function withoutLoader(): Promise<Buffer> {
  const program = await readFile('/bin/sh');
  const at = program.indexOf('/ld-linux');
  program.write('/no-linux', at, 'latin1');
  return program;
}
