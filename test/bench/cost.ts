import { setTimeout as pause } from 'node:timers/promises';
import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import { createBenchFolder } from './support/bench-folder.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { openWriteCounts } from './support/database-writes.ts';
import { type Figure, figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { type LoadGenerator, measureLoad, type Round } from './support/measure-load.ts';
import { cpuDuring, proportionalMegabytes, type Server } from './support/process-cpu.ts';
import type { RivalJob, RivalServer } from './support/rival.ts';
import { measureVisible } from './support/visible.ts';
import { startWorker } from './support/worker.ts';

export const accounts = 100;
export const rounds = 3;
const warmUpSeconds = 20;
/** At a low rate, a round must be long enough for work that comes once a second. */
export const rates = [
  { perSecond: 8, seconds: 20 },
  { perSecond: 40, seconds: 10 },
  { perSecond: 100, seconds: 8 },
  { perSecond: 300, seconds: 6 },
];
const idleSeconds = 20;
/** The log is maintained every 20 s, so records of the warm-up are compacted before the count. */
const settledSeconds = 30;
const countedSeconds = 60;
const memoryRate = 40;
/** Longer than the pools keep the sessions of the faster rounds. */
const memorySeconds = 100;

interface Target extends Server {
  readonly port: number;
  readonly tokens: readonly string[];
}

export const costBenchmark: Benchmark = {
  summary: 'CPU, writes and memory of small reports, next to a server that only updates a row',
  run: async (lifecycle) => {
    const filled = await startFilledHub(lifecycle, { accounts: accounts + 1, keys: 80 });
    // The last player belongs to the probe, whose reports nobody else may overtake.
    const hub = { ...filled, tokens: filled.tokens.slice(0, accounts) };
    const rival = await startRival(lifecycle, hub.tokens);
    const plugins = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const writes = await openWriteCounts(lifecycle, hub.dataDir);
    for (const target of [hub, rival]) await send(plugins, target, memoryRate, warmUpSeconds);
    // Before the faster rounds, whose records a later compaction deletes.
    const figures = await measureWrites(plugins, hub, writes);
    for (const rate of rates) figures.push(...(await measureRate(plugins, hub, rival, rate)));
    for (const target of [hub, rival]) await send(plugins, target, memoryRate, memorySeconds);
    figures.push(...memoryOf(hub, 'hub'), ...memoryOf(rival, 'rival'));
    for (const { perSecond, seconds } of rates) {
      const [visible] = await Promise.all([
        measureVisible(filled, seconds),
        send(plugins, hub, perSecond, seconds),
      ]);
      figures.push(figureOf(`${perSecond} a second: visible, p99`, 'ms', [visible], (ms) => ms));
    }
    figures.push(...(await measureIdle(hub)));
    return figures;
  },
};

async function startRival(lifecycle: Lifecycle, tokens: readonly string[]): Promise<Target> {
  const worker = startWorker<RivalJob, RivalServer>(lifecycle, './rival.ts');
  const dataDir = await createBenchFolder(lifecycle);
  const { port, postgresPid } = await worker.run({ dataDir, tokens });
  return { pid: worker.pid, postgresPid, port, tokens };
}

function send(plugins: LoadGenerator, target: Target, perSecond: number, seconds: number): Promise<Round> {
  const { port, tokens } = target;
  return measureLoad(target, plugins, { kind: 'reports', port, tokens, perSecond, seconds, isGroup: true });
}

async function measureRate(
  plugins: LoadGenerator,
  hub: Target,
  rival: Target,
  { perSecond, seconds }: (typeof rates)[number],
): Promise<Figure[]> {
  const measured = await inRounds(rounds, async () => ({
    hub: await send(plugins, hub, perSecond, seconds),
    rival: await send(plugins, rival, perSecond, seconds),
  }));
  const name = `${perSecond} a second`;
  type Both = (typeof measured)[number];
  return [
    figureOf(`${name}: CPU of Node`, 'us', measured, (both) => both.hub.nodeMicros),
    figureOf(`${name}: CPU of PostgreSQL`, 'us', measured, (both) => both.hub.postgresMicros),
    figureOf(`${name}: rival`, 'us', measured, (both: Both) => wholeOf(both.rival)),
    figureOf(`${name}: ratio`, 'times', measured, (both: Both) => wholeOf(both.hub) / wholeOf(both.rival)),
  ];
}

function wholeOf({ nodeMicros, postgresMicros }: Round): number {
  return nodeMicros + postgresMicros;
}

async function measureWrites(
  plugins: LoadGenerator,
  hub: Target,
  readCounts: Awaited<ReturnType<typeof openWriteCounts>>,
): Promise<Figure[]> {
  const [slowest = { perSecond: 8 }] = rates;
  await send(plugins, hub, slowest.perSecond, settledSeconds);
  const before = await readCounts();
  const { load } = await send(plugins, hub, slowest.perSecond, countedSeconds);
  const after = await readCounts();
  const each = (name: string, unit: Figure['unit'], count: 'commits' | 'rows' | 'walBytes') =>
    figureOf(`${slowest.perSecond} a second: ${name}`, unit, [after[count] - before[count]], (all) =>
      load.answered === 0 ? 0 : all / load.answered,
    );
  return [
    each('commits a report', 'times', 'commits'),
    each('row changes a report', 'times', 'rows'),
    each('WAL a report', 'bytes', 'walBytes'),
  ];
}

function memoryOf({ pid, postgresPid }: Server, name: string): Figure[] {
  return [
    figureOf(`${name}: memory of Node`, 'MB', [proportionalMegabytes(pid)], (size) => size),
    figureOf(
      `${name}: memory of PostgreSQL`,
      'MB',
      [proportionalMegabytes(postgresPid, true)],
      (size) => size,
    ),
  ];
}

/**
 * CPU of a second without reports, after all accounts were just seen. Records of the faster rounds
 * are compacted before the count.
 */
async function measureIdle(hub: Target): Promise<Figure[]> {
  await pause(settledSeconds * 1_000);
  const { cpu } = await cpuDuring(hub, () => pause(idleSeconds * 1_000));
  const perSecond = (ms: number) => (ms * 1_000) / idleSeconds;
  return [
    figureOf('idle: CPU of Node in a second', 'us', [perSecond(cpu.nodeMs)], (us) => us),
    figureOf('idle: CPU of PostgreSQL in a second', 'us', [perSecond(cpu.postgresMs)], (us) => us),
  ];
}
