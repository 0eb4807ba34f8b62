import { setTimeout as pause } from 'node:timers/promises';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { type Figure, figureOf } from './support/figures.ts';
import { type FilledFolder, startFilledHub } from './support/filled-hub.ts';
import type { LoadJob, LoadResult, ReadsJob } from './support/load.ts';
import { type LoadGenerator, measureLoad, type Round } from './support/measure-load.ts';
import { cpuDuring, type Server } from './support/process-cpu.ts';
import { startWorker } from './support/worker.ts';

const accounts = 500;
/** Accounts that report every second; the others do not change. */
const changing = 5;
const rounds = 5;
const roundSeconds = 3;
/** Until V8 has compiled the code of an answer. */
const warmUpSeconds = 3;
/** The time until the first reports are too old for `since`, which reaches back 30 s. */
const quietMs = 32_000;
/** Far more answers than changes, so that the changes hardly add to the cost of an answer. */
const perSecond = { notModified: 1_500, since: 1_000, gzip: 500, plain: 250 };
const play = { reportsPerSecond: 50, pollsPerSecond: 100, seconds: 5 };
/** A key may ask for a snapshot once a second, and a request may be late. */
const keyCount = 3 * Math.max(...Object.values(perSecond));

interface Stage {
  readonly hub: FilledFolder & Server & { readonly port: number };
  readonly pollers: LoadGenerator;
  readonly plugins: LoadGenerator;
}

export const snapshotBenchmark: Benchmark = {
  summary:
    'snapshot of 500 accounts: 304, changes since, whole bodies, and a guild at play (50 reports, 100 polls a second)',
  run: async (lifecycle) => {
    const hub = await startFilledHub(lifecycle, { accounts, keys: keyCount });
    const filledAt = performance.now();
    const pollers = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const plugins = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const stage = { hub, pollers, plugins };
    const changes = { tokens: hub.tokens, accounts: changing };
    const whole = { path: '', changes };
    const notModified = await measureReads(
      stage,
      { ...whole, perSecond: perSecond.notModified, conditional: true },
      304,
    );
    const gzip = await measureReads(stage, { ...whole, perSecond: perSecond.gzip, gzip: true });
    await pause(Math.max(0, filledAt + quietMs - performance.now()));
    const since = `?since=${new Date().toISOString()}`;
    const changed = await measureReads(stage, { path: since, perSecond: perSecond.since, changes });
    const plain = await measureReads(stage, { ...whole, perSecond: perSecond.plain });
    return [
      nodeFigure('304', notModified),
      nodeFigure('since, 1 % changed', changed),
      nodeFigure('whole body, gzip', gzip),
      nodeFigure('whole body, plain', plain),
      ...(await measurePlay(stage)),
    ];
  },
};

function nodeFigure(name: string, measured: readonly Round[]): Figure {
  return figureOf(`${name}: CPU of Node`, 'us', measured, ({ nodeMicros }) => nodeMicros);
}

type Reads = Pick<ReadsJob, 'path' | 'perSecond' | 'gzip' | 'conditional' | 'changes'>;

/** @param reads with a path that follows `/api/v1/snapshot` */
async function measureReads(
  { hub, pollers }: Stage,
  { path, ...reads }: Reads,
  expected = 200,
): Promise<Round[]> {
  const job = {
    ...reads,
    kind: 'reads' as const,
    port: hub.port,
    path: `/api/v1/snapshot${path}`,
    keys: hub.keys,
  };
  const poll = (seconds: number) => measureLoad(hub, pollers, { ...job, seconds }, expected);
  await poll(warmUpSeconds);
  return inRounds(rounds, () => poll(roundSeconds));
}

/** A tenth of the accounts reports each second, so that few polls get the same body. */
async function measurePlay({ hub, pollers, plugins }: Stage): Promise<Figure[]> {
  const { reportsPerSecond, pollsPerSecond, seconds } = play;
  const { port, tokens, keys } = hub;
  const reports = { kind: 'reports' as const, port, tokens, perSecond: reportsPerSecond, seconds };
  const path = '/api/v1/snapshot';
  const polls = { kind: 'reads' as const, port, path, keys, perSecond: pollsPerSecond, seconds, gzip: true };
  const runPlay = () =>
    cpuDuring(hub, async () => (await Promise.all([pollers.run(polls), plugins.run(reports)]))[0]);
  await runPlay();
  const measured = await inRounds(rounds, runPlay);
  return [
    figureOf('a second of play: CPU of Node', 'ms', measured, ({ cpu }) => cpu.nodeMs / seconds),
    figureOf('a poll at play: p50', 'ms', measured, ({ result }) => result.p50Ms),
    figureOf('a poll at play: p99', 'ms', measured, ({ result }) => result.p99Ms),
  ];
}
