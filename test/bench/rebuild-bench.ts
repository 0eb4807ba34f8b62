import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchHub, HubJob } from './bench-hub.ts';
import type { LoadJob, LoadResult, ReadsJob } from './load.ts';
import { machine } from './machine.ts';
import { median } from './measure.ts';
import { startWorker } from './workers.ts';

/** What clients notice of `hub projections rebuild --all` on the same machine. */
export interface RebuildResult {
  readonly bench: 'rebuild';
  readonly machine: string;
  readonly events: number;
  readonly bar: number;
  readonly holds: boolean;
  /** Medians of the rounds; ratio of during to before. */
  readonly cases: readonly {
    readonly path: string;
    readonly beforeP99Ms: number;
    readonly duringP99Ms: number;
    readonly ratio: number;
  }[];
}

const bar = 1.5;
const paths = ['/api/v1/snapshot', '/api/v1/events?limit=50', '/api/v1/accounts'];
const perSecond = 100;
const seconds = 3;
const rounds = 3;
const accounts = 500;
const launcher = fileURLToPath(new URL('../../services/hub/launch.mjs', import.meta.url));

export async function benchRebuild(events: number): Promise<RebuildResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys: 2 * perSecond, events });
    await untilProjected(hub);
    const read = (path: string) => load.run(readsOf(hub, path));
    for (const path of paths) await read(path);
    const before = await measureAll(read);
    const rebuild = startRebuild(hub);
    const during = await measureAll(async (path) => {
      const result = await read(path);
      if (rebuild.exitCode !== null)
        throw new Error('the rebuild ended before the reads: take more --events');
      return result;
    });
    rebuild.kill('SIGINT');
    await once(rebuild, 'exit');
    const cases = paths.map((path, index) => {
      const [beforeP99Ms, duringP99Ms] = [before[index] ?? Number.NaN, during[index] ?? Number.NaN];
      return { path, beforeP99Ms, duringP99Ms, ratio: Number((duringP99Ms / beforeP99Ms).toFixed(2)) };
    });
    const holds = cases.every(({ ratio }) => ratio <= bar);
    return { bench: 'rebuild', machine: machine(), events, bar, holds, cases };
  } finally {
    await Promise.all([load.stop(), hubProcess.stop()]);
  }
}

/** The p99 of each path: the median over rounds in which each is read once. */
async function measureAll(read: (path: string) => Promise<LoadResult>): Promise<number[]> {
  const measured = paths.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, path] of paths.entries()) {
      const { statuses, p99Ms } = await read(path);
      if (Object.keys(statuses).some((status) => status !== '200')) {
        throw new Error(`${path} was answered ${JSON.stringify(statuses)}`);
      }
      measured[index]?.push(p99Ms);
    }
  }
  return measured.map((p99s) => Number(median(p99s).toFixed(1)));
}

function readsOf({ port, keys }: BenchHub, path: string): ReadsJob {
  return {
    kind: 'reads',
    port,
    path,
    keys,
    perSecond,
    seconds,
    gzip: false,
    conditional: false,
    changes: null,
  };
}

function startRebuild({ dataDir }: BenchHub): ChildProcess {
  return hubCommand(dataDir, ['projections', 'rebuild', '--all'], 'ignore');
}

const projectedWithinMs = 300_000;

async function untilProjected({ dataDir }: BenchHub): Promise<void> {
  for (const until = performance.now() + projectedWithinMs; performance.now() < until; ) {
    const command = hubCommand(dataDir, ['projections', '--json'], 'pipe');
    const text = Buffer.concat((await command.stdout?.toArray()) ?? []).toString();
    const { projections } = JSON.parse(text) as { projections: { lag_events: number }[] };
    if (projections.every(({ lag_events }) => lag_events === 0)) return;
  }
  throw new Error('the hub did not catch up with its past');
}

function hubCommand(dataDir: string, args: readonly string[], stdout: 'ignore' | 'pipe'): ChildProcess {
  return spawn(process.execPath, [launcher, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', stdout, 'ignore'],
  });
}

export function describeRebuild({ events, bar: most, holds, cases, ...result }: RebuildResult): string {
  return [
    `p99 of ${perSecond} reads a second, before and during a rebuild of all projections from ${events} events`,
    result.machine,
    ...cases.map(
      ({ path, beforeP99Ms, duringP99Ms, ratio }) =>
        `${path.padEnd(26)} ${beforeP99Ms} ms, ${duringP99Ms} ms: ${ratio} times (bar ${most})`,
    ),
    holds ? 'holds' : 'FAILS',
  ].join('\n');
}
