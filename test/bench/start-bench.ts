import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { fillFeed } from './fill-feed.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { machine } from './machine.ts';
import { cpuOfServer } from './measure.ts';
import { median } from './quantile.ts';
import { startWorker } from './workers.ts';

/** `hub start` on the data of a large guild, until it has answered a first snapshot. */
export interface StartResult {
  readonly bench: 'start';
  readonly machine: string;
  readonly accounts: number;
  readonly events: number;
  /** From the start of the process, each of its starts in turn, ms. */
  readonly startsMs: readonly number[];
  readonly medianMs: number;
  /** CPU until then, ms. */
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly barMs: number;
  readonly holds: boolean;
}

interface Start {
  readonly ms: number;
  readonly nodeMs: number;
  readonly postgresMs: number;
}

const barMs = 1_500;
const accounts = 5_000;
const starts = 7;
const readyMs = 60_000;
const stopMs = 30_000;
const firstReports = { perSecond: 150, connections: 200 };
const launcher = fileURLToPath(new URL('../../services/hub/launch.mjs', import.meta.url));

export async function benchStart(events: number): Promise<StartResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  // Started by root, PostgreSQL runs under another account that must enter the folder.
  await chmod(dataDir, 0o711);
  try {
    const key = await fill(dataDir, events);
    const measured: Start[] = [];
    for (let start = 0; start < starts; start += 1) measured.push(await startOnce(dataDir, key));
    const of = (figure: keyof Start) => Math.round(median(measured.map((start) => start[figure])));
    const startsMs = measured.map(({ ms }) => Math.round(ms));
    const figures = { medianMs: of('ms'), nodeMs: of('nodeMs'), postgresMs: of('postgresMs') };
    const holds = figures.medianMs <= barMs;
    return { bench: 'start', machine: machine(), accounts, events, startsMs, ...figures, barMs, holds };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Everybody's first report, and a past in the feed. @returns a key that reads everything */
async function fill(dataDir: string, events: number): Promise<string> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: 1, keepIn: dataDir });
    const { port, tokens, keys, databaseUrl } = hub;
    const seconds = Math.ceil(accounts / firstReports.perSecond) + 1;
    await load.run({ kind: 'reports', port, tokens, seconds, ...firstReports });
    await fillFeed(databaseUrl, accounts, events);
    // What the projections have not read yet, they would read at the first start.
    await pause(2_000);
    return keys[0] ?? '';
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

async function startOnce(dataDir: string, key: string): Promise<Start> {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    BACKUP_ENABLED: 'false',
    LOG_LEVEL: 'error',
  };
  const startedAt = performance.now();
  const hub = spawn(process.execPath, [launcher, 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const { url, database } = await readyLine(hub);
    const answer = await fetch(`${url}/api/v1/snapshot`, { headers: { authorization: `Bearer ${key}` } });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const ms = performance.now() - startedAt;
    if (answer.status !== 200 || bytes < accounts * 100) throw new Error(`a snapshot of ${bytes} bytes`);
    const postgresPid = Number((await readFile(join(database, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const { node, postgres } = cpuOfServer({ pid: hub.pid ?? 0, postgresPid });
    return { ms, nodeMs: node, postgresMs: postgres };
  } finally {
    await stopProcess(hub);
  }
}

async function readyLine(hub: ChildProcess): Promise<{ url: string; database: string }> {
  if (hub.stdout === null) throw new Error('the hub has no stdout');
  const signal = AbortSignal.timeout(readyMs);
  const ended = once(hub, 'exit', { signal }).then(() => {
    throw new Error('the hub ended before it was ready');
  });
  const [line] = await Promise.race([once(createInterface(hub.stdout), 'line', { signal }), ended]);
  // Its later end is no failure of this promise's.
  ended.catch(() => {});
  return JSON.parse(line);
}

async function stopProcess(hub: ChildProcess): Promise<void> {
  if (hub.exitCode !== null || hub.signalCode !== null) return;
  const ended = once(hub, 'exit');
  hub.kill('SIGINT');
  const force = setTimeout(() => hub.kill('SIGKILL'), stopMs);
  await ended;
  clearTimeout(force);
}

export function describeStart(result: StartResult): string {
  const { startsMs, medianMs, nodeMs, postgresMs, holds } = result;
  return [
    `start with ${result.accounts} accounts and ${result.events} events, to the first snapshot`,
    result.machine,
    `${startsMs.join(', ')} ms; median ${medianMs} ms, CPU: Node ${nodeMs} ms, PostgreSQL ${postgresMs} ms`,
    `bar <= ${result.barMs} ms: ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
