import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { atEnd } from '../at-end.ts';
import { patient } from '../runner/patience.ts';
import { projectRoot } from '../source-tree.ts';
import { temporaryDataDir } from './hub-process.ts';

export interface DemoProcess {
  /** Like http://localhost:3000. */
  readonly url: string;
  /** A service key that reads everything. */
  readonly key: string;
  /** Creates another key that reads everything. */
  createKey(): Promise<string>;
}

const readyMs = 180_000;
const launcher = `${projectRoot}services/cli/launch.mjs`;
const categories = 'stats,events,activity,location_live,location_history,equipment,inventory';
const run = promisify(execFile);

/** The demo ends with the test. @param options of `hub demo` */
export async function startDemoProcess(options: readonly string[]): Promise<DemoProcess> {
  const dataDir = await temporaryDataDir(null);
  const args = [launcher, 'demo', '--port', '0', '--data-dir', dataDir, '--json', ...options];
  const demo = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(demo, 'close');
  atEnd(async () => {
    demo.kill('SIGINT');
    await ended;
  });
  const [line] = await once(createInterface(demo.stdout), 'line', {
    signal: AbortSignal.timeout(patient(readyMs)),
  });
  const { url, key } = JSON.parse(line);
  const createKey = async () => {
    const create = ['key', 'create', '--service', '--name', 'test', '--categories', categories, '--json'];
    const { stdout } = await run(process.execPath, [launcher, ...create], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: new URL(url).port },
    });
    return JSON.parse(stdout).key;
  };
  return { url, key, createKey };
}
