import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { temporaryDataDir } from '../../test/support/hub/hub-process.ts';

// What a command ends with when nobody takes what it prints.

async function intoClosedPipe(...args: string[]) {
  const hub = spawn(process.execPath, ['services/hub/launch.mjs', ...args], {
    env: { PATH: process.env.PATH, BACKUP_DIR: await temporaryDataDir(null) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  hub.stdout.destroy();
  let said = '';
  hub.stderr.on('data', (text) => {
    said += text;
  });
  const [code] = await once(hub, 'close');
  return { code, said };
}

test('into a closed pipe a command ends with one line, the help and the version with none', {
  timeout: 60_000,
}, async () => {
  expect(await intoClosedPipe('backup', 'list')).toEqual({
    code: 1,
    said: 'hub: what the command says cannot be printed: write EPIPE\n',
  });
  expect(await intoClosedPipe('--version')).toEqual({ code: 0, said: '' });
  expect(await intoClosedPipe('backup', '--help')).toEqual({ code: 0, said: '' });
});
