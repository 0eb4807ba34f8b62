import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeBenchFolder } from './bench-folder.ts';
import { readyLine, stopProcess } from './started-hub.ts';

/** `hub demo` as its users start it. */
export interface DemoProcess {
  /** The hub's Node process; the guild plays in another. */
  readonly pid: number;
  /** Of the hub, like http://localhost:3000. */
  readonly url: string;
  /** Makes a service key that reads everything, by the `hub` command beside it. */
  makeKey(): Promise<string>;
  stop(): Promise<void>;
}

const readyMs = 180_000;
const launcher = fileURLToPath(new URL('../../services/cli/launch.mjs', import.meta.url));
const run = promisify(execFile);

/** @param more options of `hub demo`, as a past, which takes its time */
export async function startDemoProcess(players: number, more: readonly string[] = []): Promise<DemoProcess> {
  const { path: dataDir, remove } = await makeBenchFolder();
  const args = [
    'demo',
    '--players',
    String(players),
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--json',
    ...more,
  ];
  // The launcher becomes the hub's process.
  const demo = spawn(process.execPath, [launcher, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = async (): Promise<void> => {
    await stopProcess(demo);
    await remove();
  };
  try {
    const { url } = await readyLine<{ url: string }>(demo, readyMs);
    return { pid: demo.pid ?? 0, url, makeKey: () => makeKey(dataDir, url), stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function makeKey(dataDir: string, url: string): Promise<string> {
  const categories = 'stats,events,activity,location_live,location_history,equipment,inventory';
  const args = ['key', 'create', '--service', '--name', 'bench', '--categories', categories, '--json'];
  const { stdout } = await run(process.execPath, [launcher, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: new URL(url).port },
  });
  return JSON.parse(stdout).key;
}
