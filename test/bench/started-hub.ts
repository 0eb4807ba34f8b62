import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** `hub start` as its users start it, on a folder that stays. */
export interface StartedHub {
  readonly pid: number;
  readonly postgresPid: number;
  /** Like http://localhost:3000. */
  readonly url: string;
  stop(): Promise<void>;
}

const readyMs = 60_000;
const stopMs = 30_000;
const launcher = fileURLToPath(new URL('../../services/cli/launch.mjs', import.meta.url));

export async function startHub(dataDir: string): Promise<StartedHub> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    BACKUP_ENABLED: 'false',
    LOG_LEVEL: 'error',
  };
  // The launcher becomes the hub's process.
  const hub = spawn(process.execPath, [launcher, 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => stopProcess(hub);
  try {
    const { url, database } = await readyLine<{ url: string; database: string }>(hub, readyMs);
    const pidFile = await readFile(join(database, 'postmaster.pid'), 'utf8');
    return { pid: hub.pid ?? 0, postgresPid: Number(pidFile.split('\n')[0]), url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first line of a hub that was launched with `--json`. @throws when it ends before, or says nothing in time */
export async function readyLine<Document>(hub: ChildProcess, withinMs: number): Promise<Document> {
  if (hub.stdout === null) throw new Error('the hub has no stdout');
  const signal = AbortSignal.timeout(withinMs);
  const ended = once(hub, 'exit', { signal }).then(() => {
    throw new Error('the hub ended before it was ready');
  });
  const [line] = await Promise.race([once(createInterface(hub.stdout), 'line', { signal }), ended]);
  // Its later end is no failure of this promise's.
  ended.catch(() => {});
  return JSON.parse(line);
}

export async function stopProcess(hub: ChildProcess): Promise<void> {
  if (hub.exitCode !== null || hub.signalCode !== null) return;
  const ended = once(hub, 'exit');
  hub.kill('SIGINT');
  const force = setTimeout(() => hub.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}
