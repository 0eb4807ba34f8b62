import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Lifecycle } from '../../../shared/async/lifecycle.ts';
import { findPostmaster } from '../../../shared/postgres/embedded/postmaster.ts';
import { cpuOfEndedChildren, type Server } from './process-cpu.ts';

const launcher = fileURLToPath(new URL('../../../services/cli/launch.mjs', import.meta.url));
const readyMs = 180_000;
const stopMs = 30_000;

export interface RunningHub extends Server {
  /** Like http://localhost:3000. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

export async function startHub(
  lifecycle: Lifecycle,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningHub> {
  const settings = { DATA_DIR: dataDir, PORT: '0', BACKUP_ENABLED: 'false', LOG_LEVEL: 'error', ...more };
  const { child, ready, stop } = await launchUntilReady<{ url: string; database: string }>(
    lifecycle,
    ['start'],
    settings,
  );
  const server = await findPostmaster(ready.database);
  return {
    pid: child.pid ?? 0,
    postgresPid: server?.pid ?? 0,
    url: ready.url,
    port: Number(new URL(ready.url).port),
    stop,
  };
}

/** A process of a hub of several processes. */
export async function startPart(
  lifecycle: Lifecycle,
  part: 'ingest' | 'projector' | 'query',
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly pid: number; readonly port: number; stop(): Promise<void> }> {
  const ports = { INGEST_PORT: '0', WORKER_METRICS_PORT: '0', QUERY_PORT: '0', LOG_LEVEL: 'error' };
  const { child, ready, stop } = await launchUntilReady<{ port: number }>(lifecycle, [part], {
    ...ports,
    ...settings,
  });
  return { pid: child.pid ?? 0, port: ready.port, stop };
}

/** The key reads everything. @param dataDir an empty folder */
export async function startDemo(
  lifecycle: Lifecycle,
  dataDir: string,
  players: number,
): Promise<{ readonly pid: number; readonly url: string; readonly key: string }> {
  const options = ['--players', String(players), '--port', '0', '--data-dir', dataDir];
  const { child, ready } = await launchUntilReady<{ url: string; key: string }>(
    lifecycle,
    ['demo', ...options],
    {},
  );
  return { pid: child.pid ?? 0, url: ready.url, key: ready.key };
}

/** The costs include the PostgreSQL that the command starts; `document` is its `--json` output. */
export interface CommandRun<Document> {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly document: Document;
}

export interface RunningCommand<Document> {
  /** Rejects when the command fails or was stopped. */
  readonly ended: Promise<CommandRun<Document>>;
  stop(): Promise<void>;
}

export function startCommand<Document>(
  lifecycle: Lifecycle,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): RunningCommand<Document> {
  const cpuBefore = cpuOfEndedChildren();
  const startedAt = performance.now();
  const { child, stop } = launch(args, settings, 'pipe');
  lifecycle.onClose(stop);
  const exited = once(child, 'exit');
  const run = async () => {
    const [text, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    const [code] = await exited;
    if (code !== 0) throw new Error(`hub ${args.join(' ')} ended with exit code ${code}: ${errors}`);
    const seconds = (performance.now() - startedAt) / 1_000;
    return { seconds, cpuSeconds: (cpuOfEndedChildren() - cpuBefore) / 1_000, document: JSON.parse(text) };
  };
  const ended = run();
  // A command that is stopped fails, and nobody waits for its end.
  ended.catch(() => {});
  return { ended, stop };
}

/** @throws when the command fails */
export function runCommand<Document>(
  lifecycle: Lifecycle,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<CommandRun<Document>> {
  return startCommand<Document>(lifecycle, args, settings).ended;
}

async function launchUntilReady<Ready>(
  lifecycle: Lifecycle,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const { child, stop } = launch(args, settings, 'inherit');
  lifecycle.onClose(stop);
  return { child, ready: await readyLine<Ready>(child, args), stop };
}

async function textOf(stream: Readable | null): Promise<string> {
  return Buffer.concat((await stream?.toArray()) ?? []).toString();
}

function launch(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  stderr: 'inherit' | 'pipe',
) {
  // The launcher becomes the process of the hub.
  const child = spawn(process.execPath, [launcher, ...args, '--json'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', stderr],
  });
  return { child, stop: () => stopProcess(child) };
}

/** Parses the first line that the process prints. @throws without such a line in time */
async function readyLine<Ready>(child: ChildProcess, args: readonly string[]): Promise<Ready> {
  if (child.stdout === null) throw new Error('the process of the hub has no stdout');
  const signal = AbortSignal.timeout(readyMs);
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`hub ${args[0]} ended before it was ready`);
  });
  // The later end of the process is no failure.
  ended.catch(() => {});
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line', { signal }), ended]);
  return JSON.parse(line);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}
