import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runJson } from '../../../test/support/hub/command-line.ts';
import { processesOn, temporaryDataDir } from '../../../test/support/hub/hub-process.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { dataDirWithCluster } from '../../../test/support/postgres/made-cluster.ts';
import { patient } from '../../../test/support/runner/patience.ts';

async function ended(stdout: 'closed' | 'full', args: readonly string[], settings = {}) {
  const full = await open('/dev/full', 'w');
  const hub = spawn(process.execPath, ['services/cli/launch.mjs', ...args], {
    env: { PATH: process.env.PATH, BACKUP_DIR: await temporaryDataDir(null), ...settings },
    stdio: ['ignore', stdout === 'full' ? full.fd : 'pipe', 'pipe'],
  });
  hub.stdout?.destroy();
  let said = '';
  hub.stderr?.on('data', (text) => {
    said += text;
  });
  const [code] = await once(hub, 'close');
  await full.close();
  return { code, said };
}

test('with a closed pipe a command prints one error line, and --help and --version print no error', {
  timeout: patient(360_000),
}, async () => {
  expect(await ended('closed', ['backup', 'list'])).toEqual({
    code: 1,
    said: 'hub: the output cannot be printed: write EPIPE\n',
  });
  expect(await ended('closed', ['--version'])).toEqual({ code: 0, said: '' });
  expect(await ended('closed', ['backup', '--help'])).toEqual({ code: 0, said: '' });
});

test('on a full disk a command ends with one error line, whatever libraries it loads', {
  timeout: patient(360_000),
}, async () => {
  const { url } = await freshDatabase('hub');
  const settings = { DATABASE_URL: url, DATA_DIR: await temporaryDataDir(null) };
  const line = 'hub: the output cannot be printed: ENOSPC: no space left on device, write\n';
  for (const command of [
    ['account', 'list'],
    ['account', '--help'],
  ]) {
    expect(await ended('full', command, settings)).toEqual({ code: 1, said: line });
  }
});

test('a long command whose progress cannot be written completes and stops the server that it started', {
  timeout: patient(360_000),
}, async () => {
  const DATA_DIR = await dataDirWithCluster();
  const settings = { DATA_DIR, BACKUP_DIR: join(DATA_DIR, 'backups') };
  const { file } = await runJson(settings, ['backup', 'now']);
  const verify = ['services/cli/launch.mjs', 'backup', 'verify', file];
  const env = { PATH: process.env.PATH, ...settings };

  const quiet = spawn(process.execPath, verify, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  quiet.stderr.destroy();
  let printed = '';
  quiet.stdout.on('data', (text) => {
    printed += text;
  });
  expect(await once(quiet, 'close')).toEqual([0, null]);
  expect(printed).toContain('restores the tables of the hub');
  expect(await processesOn(DATA_DIR)).toEqual([]);

  const mute = spawn(process.execPath, verify, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  mute.stderr.destroy();
  mute.stdout.destroy();
  expect(await once(mute, 'close')).toEqual([1, null]);
  expect(await processesOn(DATA_DIR)).toEqual([]);
});
