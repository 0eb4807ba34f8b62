import type { Benchmark } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { startFilledHub } from './support/filled-hub.ts';
import type { LoadJob, LoadResult } from './support/load.ts';
import { measureLoad } from './support/measure-load.ts';
import { measureVisible } from './support/visible.ts';
import { startWorker } from './support/worker.ts';

const accounts = 5_000;
const perSecond = Number(process.env.BENCH_REPORTS ?? 1_000);
const seconds = 60;
const warmUp = { perSecond: 200, seconds: 40 };

export const busyBenchmark: Benchmark = {
  summary: '5,000 accounts send 1,000 reports a second for a minute',
  run: async (lifecycle) => {
    const hub = await startFilledHub(lifecycle, { accounts: accounts + 1, keys: 80 });
    const plugins = startWorker<LoadJob, LoadResult>(lifecycle, './load.ts');
    // The last player belongs to the probe.
    const tokens = hub.tokens.slice(0, accounts);
    const job = { kind: 'reports' as const, isGroup: true, port: hub.port, tokens };
    await measureLoad(hub, plugins, { ...job, ...warmUp });
    const [visible, round] = await Promise.all([
      measureVisible(hub, seconds, 'account'),
      measureLoad(hub, plugins, { ...job, perSecond, seconds }),
    ]);
    return [
      figureOf('CPU of Node', 'us', [round], ({ nodeMicros }) => nodeMicros),
      figureOf('CPU of PostgreSQL', 'us', [round], ({ postgresMicros }) => postgresMicros),
      figureOf('answered after: p50', 'ms', [round], ({ load }) => load.p50Ms),
      figureOf('answered after: p99', 'ms', [round], ({ load }) => load.p99Ms),
      figureOf('visible, p99', 'ms', [visible], (ms) => ms),
    ];
  },
};
