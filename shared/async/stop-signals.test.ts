import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const module = new URL('./stop-signals.ts', import.meta.url).href;

/** The process opens a pipe without a writer, so that one of its threads hangs. */
async function openHanging(program: string): Promise<ReturnType<typeof spawn>> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-pipe-'));
  const pipe = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const source = `
    import { readFile } from 'node:fs/promises';
    import { killIfStillRunning, listenForStop } from '${module}';
    readFile('${pipe}').catch(() => {});
    ${program}
    setTimeout(() => process.stdout.write('ready'), 100);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  return child;
}

const endOf = (child: ReturnType<typeof spawn>) =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));

const ready = (child: ReturnType<typeof spawn>) =>
  new Promise((resolve) => child.stdout?.once('data', resolve));

test('a stop that takes too long is ended by SIGKILL, even when a thread hangs', async () => {
  const child = await openHanging('listenForStop(200);');
  const ended = endOf(child);
  await ready(child);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a second request ends a process whose thread hangs', async () => {
  const child = await openHanging('listenForStop(60_000);');
  const ended = endOf(child);
  await ready(child);
  child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 700));
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a process whose work has ended exits even when a thread hangs, and prints what is open', async () => {
  const child = await openHanging(`
    const stop = listenForStop(200);
    void stop.requested.then(() => { stop.close(); killIfStillRunning(60_000); });
  `);
  const ended = endOf(child);
  let complained = '';
  child.stderr?.on('data', (text) => (complained += text));
  await ready(child);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(complained).toMatch(/^hub: this process did not end by itself.*FSReq/);
});
