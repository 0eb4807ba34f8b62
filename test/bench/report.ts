import { type Benchmark, inRounds } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { measureLoad } from './support/measure-load.ts';
import { startWorker } from './support/worker.ts';

const accounts = 500;
const perSecond = 200;
/** Earlier, V8 still compiles the hub. */
const warmUpSeconds = 20;
const rounds = 6;
const roundSeconds = 6;

export const reportBenchmark: Benchmark = {
  summary: 'cost of a report: 500 accounts send 200 reports a second, stored and projected',
  run: async (lifecycle) => {
    const hub = await startFilledHub(lifecycle, { accounts, keys: 0 });
    const plugins = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    const send = (seconds: number) =>
      measureLoad(hub, plugins, {
        kind: 'reports',
        port: hub.port,
        tokens: hub.tokens,
        perSecond,
        seconds,
      });
    await send(warmUpSeconds);
    const measured = await inRounds(rounds, () => send(roundSeconds));
    return [
      figureOf('report: CPU of Node', 'us', measured, ({ nodeMicros }) => nodeMicros),
      figureOf('report: CPU of PostgreSQL', 'us', measured, ({ postgresMicros }) => postgresMicros),
      figureOf('report: answered, p50', 'ms', measured, ({ load }) => load.p50Ms),
      figureOf('report: answered, p99', 'ms', measured, ({ load }) => load.p99Ms),
    ];
  },
};
