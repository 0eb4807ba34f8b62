import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { platformName } from '../../../shared/runtime/platform.mjs';
import { atEnd } from '../at-end.ts';
import { patient } from '../runner/patience.ts';

/** Null for the test's own account. */
export type Account = { readonly uid: number; readonly gid: number } | null;

export interface ProcessOptions {
  /** Folder of the hub's code. */
  readonly clone: string;
  readonly as: Account;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HubProcess {
  readonly pid: number;
  /** @throws with the output when the hub ends earlier, or is not ready within 60 s (`patient`) */
  readonly ready: Promise<void>;
  signal(name: NodeJS.Signals): void;
  printed(): string;
  readonly ended: Promise<Ended>;
}

const readyWithinMs = 60_000;
/**
 * Above 10080, which `fetch` refuses, and below 32768, where the ports of outgoing connections
 * begin.
 */
const firstPort = 11_000;
const portCount = 21_000;

/** The hub ends with the test. */
export async function startHubProcess(options: ProcessOptions): Promise<HubProcess> {
  const hub = launchHubProcess(options);
  await hub.ready;
  return hub;
}

/** Does not wait until the hub is ready. The hub ends with the test. */
export function launchHubProcess(options: ProcessOptions, command = 'start'): HubProcess {
  const child = launch(options, [command]);
  atEnd(() => void child.kill('SIGKILL'));
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // Without this, a test that does not wait for `ready` ends with an unhandled rejection.
  ready.catch(() => {});
  const tooLate = () =>
    reject(new Error(`hub ${command} was not ready in time: ${printed.slice(-2_000)}${complained}`));
  const timer = setTimeout(tooLate, patient(readyWithinMs));
  let [printed, complained] = ['', ''];
  const ended = outcome(child, (stdout, stderr) => {
    [printed, complained] = [stdout, stderr];
    if (/hub (\w+ )?is ready(:| at| on port) /.test(stdout)) resolve();
  }).finally(() => clearTimeout(timer));
  ended.then(({ stdout, stderr }) => reject(new Error(`the hub ended: ${stdout}${stderr}`)), reject);
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  return { pid: child.pid ?? 0, ready, signal, printed: () => printed, ended };
}

/** For a test that kills a command while the command works. */
export function launchHubCommand(
  options: ProcessOptions,
  args: readonly string[],
): Pick<HubProcess, 'signal' | 'printed' | 'ended'> & { complained(): string } {
  const child = launch(options, args);
  atEnd(() => void child.kill('SIGKILL'));
  let [printed, complained] = ['', ''];
  const ended = outcome(child, (stdout, stderr) => {
    [printed, complained] = [stdout, stderr];
  });
  return {
    signal: (name) => child.kill(name),
    printed: () => printed,
    /** Output on stderr. */
    complained: () => complained,
    ended,
  };
}

export function runHub(options: ProcessOptions, args: readonly string[]): Promise<Ended> {
  return outcome(launch(options, args), () => {});
}

/** Adds `--json`. @throws with the message of a command that fails */
export async function hubJson(options: ProcessOptions, args: readonly string[]) {
  const { code, stdout, stderr } = await runHub(options, [...args, '--json']);
  if (code !== 0) throw new Error(`hub ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

function launch({ clone, as, environment }: ProcessOptions, args: readonly string[]): ChildProcess {
  // Another account may not be able to reach the test's own Node.
  const bundled = join(clone, `node_modules/node-${platformName}/bin/node`);
  return spawn(
    existsSync(bundled) ? bundled : process.execPath,
    [`${clone}/services/cli/launch.mjs`, ...args],
    {
      cwd: environment.DATA_DIR,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...as,
    },
  );
}

function outcome(child: ChildProcess, onOutput: (stdout: string, stderr: string) => void): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onOutput(stdout, stderr);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onOutput(stdout, stderr);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Processes of a run have ids close to each other: the factor keeps their ports apart. */
let nextPort = process.pid * 97;

/** A port without a listener, which no outgoing connection can take before a hub does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (nextPort % portCount);
    nextPort += 1;
    if (await isUnused(port)) return port;
  }
}

function isUnused(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, () => server.close(() => resolve(true)));
  });
}

/** The rest of a hub's database server: living processes whose command line names the folder. */
export async function processesOn(folder: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,stat=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([, stat = 'Z', ...args]) => !stat.startsWith('Z') && args.join(' ').includes(folder))
    .map(([pid]) => Number(pid));
}

/** The directory ends with the test, and so does every process that still runs on it. */
export async function temporaryDataDir(as: Account): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-process-'));
  // A PostgreSQL that root starts runs under another account, which must enter the folder.
  await chmod(dataDir, 0o711);
  if (as !== null) await chown(dataDir, as.uid, as.gid);
  atEnd(async () => {
    for (const pid of await processesOn(dataDir)) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return dataDir;
}
