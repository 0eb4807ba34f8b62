import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../backup/testing/open-backup-test.ts';

const settings = new URL('./environment-settings.ts', import.meta.url).href;

/** @returns what a process reads in a folder with this `.env`, or its error */
async function readIn(content: string | Buffer, environment: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '.env'), content);
  const script = `const { loadEnvironment } = await import('${settings}');
    try { const { PORT, HOST } = loadEnvironment(); console.log(JSON.stringify({ PORT, HOST })) }
    catch (error) { console.log(JSON.stringify(error.message)) }`;
  const args = ['--no-warnings', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
  });
  let [said, complained] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  await once(child, 'close');
  return said === '' ? complained : JSON.parse(said);
}

test('a byte order mark before the first line of .env is not part of its name', async () => {
  expect(await readIn('\uFEFFPORT=4000\nHOST=a\n')).toEqual({ PORT: '4000', HOST: 'a' });
});

test('the environment overrides .env, also with an empty text', async () => {
  expect(await readIn('PORT=4000\nHOST=a\n', { PORT: '', HOST: 'b' })).toEqual({ PORT: '', HOST: 'b' });
});

test('a .env that is not UTF-8 text is refused', async () => {
  expect(await readIn(Buffer.from('\uFEFFPORT=4000\n', 'utf16le'))).toBe(
    '.env is not UTF-8 text: save it as UTF-8',
  );
});
