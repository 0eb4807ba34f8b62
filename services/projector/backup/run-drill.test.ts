import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/backup/testing/open-backup-test.ts';
import { atEnd } from '../../../test/support/at-end.ts';
import { runDrill } from './run-drill.ts';

const file = '2026-06-01T03-00-00.000Z.json';

async function openHangingDrill() {
  const folder = await temporaryFolder();
  const script = join(folder, 'hang.mjs');
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', () => writeFileSync(${JSON.stringify(join(folder, 'told'))}, ''));
     setInterval(() => {}, 1_000);
     writeFileSync(${JSON.stringify(join(folder, 'pid'))}, String(process.pid));
     await new Promise(() => {});`,
  );
  const seen = async () => (await readdir(folder)).filter((name) => name !== 'hang.mjs').sort();
  const pid = async () => Number(await readFile(join(folder, 'pid'), 'utf8'));
  atEnd(async () => {
    if (await seen().then((names) => names.includes('pid'))) endLeftOver(await pid());
  });
  const environment = { PATH: process.env.PATH, NODE_OPTIONS: `--import=${script}` };
  return { environment, seen, pid };
}

function endLeftOver(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a drill that is stopped while it hangs is killed', async () => {
  const { environment, seen, pid } = await openHangingDrill();
  const stopping = new AbortController();
  const drill = runDrill({ file, environment, signal: stopping.signal, killAfterMs: 1_000 });
  await expect.poll(seen).toEqual(['pid']);
  stopping.abort();
  expect(await drill).toEqual({ code: null, message: 'the process of the drill ended with a signal' });
  expect(await seen()).toEqual(['pid', 'told']);
  expect(isAlive(await pid())).toBe(false);
});

test('a drill that is stopped before it starts has no process', async () => {
  const { environment, seen } = await openHangingDrill();
  const drill = runDrill({ file, environment, signal: AbortSignal.abort(new Error('stopped')) });
  await expect(drill).rejects.toThrow('stopped');
  expect(await seen()).toEqual([]);
});

test('a drill that fails says why, with the code of its command', async () => {
  const folder = await temporaryFolder();
  const script = join(folder, 'fail.mjs');
  const error = { code: 'verify_runs', message: 'wait for its end' };
  await writeFile(script, `console.error('50 %\\n' + '${JSON.stringify({ error })}'); process.exit(1);`);
  const environment = { PATH: process.env.PATH, NODE_OPTIONS: `--import=${script}` };
  expect(await runDrill({ file, environment, signal: new AbortController().signal })).toEqual(error);
});
