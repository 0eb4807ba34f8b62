import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { type FilledFolder, startFilledHub } from './support/filled-hub.ts';
import { type RunningHub, runCommand, startCommand } from './support/hub-process.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { type LoadGenerator, measureLoad } from './support/measure-load.ts';
import { cpuDuring } from './support/process-cpu.ts';
import { startWorker } from './support/worker.ts';

const accounts = 500;
const logRecords = 200_000;
const rounds = 3;
const paths = ['/api/v1/snapshot', '/api/v1/accounts', '/api/v1/events?limit=50'];
const readsPerSecond = 100;
const readSeconds = 3;
/** A key may ask for a snapshot once a second, and a request may be late. */
const keys = 3 * readsPerSecond;
const command = ['projections', 'rebuild', '--all'];

type Hub = FilledFolder & RunningHub;

export const rebuildBenchmark: Benchmark = {
  summary: 'rebuild of all projections from 200,000 records: what it takes, and what readers notice',
  run: async (lifecycle) => {
    const hub = await startFilledHub(lifecycle, { accounts, keys, logRecords });
    const readers = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    // Until V8 has compiled the code of an answer.
    await readPaths(hub, readers);
    await readPaths(hub, readers);
    const measured = await inRounds(rounds, async () => ({
      ...(await rebuildAlone(lifecycle, hub)),
      quiet: await readPaths(hub, readers),
      during: await readDuringRebuild(lifecycle, hub, readers),
    }));
    return [
      figureOf('rebuild at full speed: time', 's', measured, ({ seconds }) => seconds),
      figureOf('rebuild at full speed: CPU of Node', 's', measured, ({ cpuSeconds }) => cpuSeconds),
      figureOf('rebuild at full speed: CPU of PostgreSQL', 's', measured, (round) => round.postgresSeconds),
      ...paths.flatMap((path, index) => [
        figureOf(`${path}: p99 without`, 'ms', measured, ({ quiet }) => quiet[index] ?? Number.NaN),
        figureOf(`${path}: p99 during`, 'ms', measured, ({ during }) => during[index] ?? Number.NaN),
      ]),
    ];
  },
};

async function rebuildAlone(lifecycle: Lifecycle, hub: Hub) {
  const { cpu, result } = await cpuDuring(hub, () =>
    runCommand(lifecycle, [...command, '--full-speed'], { DATA_DIR: hub.dataDir }),
  );
  await dropRebuilt(lifecycle, hub);
  return { ...result, postgresSeconds: cpu.postgresMs / 1_000 };
}

/** The rebuild runs as operators run it, without `--full-speed`. */
async function readDuringRebuild(lifecycle: Lifecycle, hub: Hub, readers: LoadGenerator): Promise<number[]> {
  const rebuild = startCommand(lifecycle, command, { DATA_DIR: hub.dataDir });
  let isOver = false;
  rebuild.ended.finally(() => (isOver = true)).catch(() => {});
  const p99s = await readPaths(hub, readers);
  if (isOver) throw new Error('the rebuild ended before the reads; store more records');
  await rebuild.stop();
  await dropRebuilt(lifecycle, hub);
  return p99s;
}

/** Otherwise the next rebuild would continue with what was built. */
async function dropRebuilt(lifecycle: Lifecycle, { dataDir }: Hub): Promise<void> {
  await runCommand(lifecycle, [...command, '--cancel'], { DATA_DIR: dataDir });
}

/** @returns the p99 of the reads of each path, ms */
async function readPaths(hub: Hub, readers: LoadGenerator): Promise<number[]> {
  const p99s: number[] = [];
  for (const path of paths) {
    const job = { port: hub.port, path, keys: hub.keys, perSecond: readsPerSecond, seconds: readSeconds };
    p99s.push((await measureLoad(hub, readers, { kind: 'reads', ...job })).load.p99Ms);
  }
  return p99s;
}
