import type { AppendAnswer, AppendJob } from './support/append-worker.ts';
import { type Benchmark, inRounds } from './support/benchmark.ts';
import { figureOf } from './support/figures.ts';
import { startWorker } from './support/worker.ts';

const reports = 500;
const rounds = 7;

export const appendBenchmark: Benchmark = {
  summary: 'append to the log: one caller appends one report of six events after another',
  run: async (lifecycle) => {
    const worker = startWorker<AppendJob, AppendAnswer>(lifecycle, './append-worker.ts');
    await worker.run({ reports });
    const measured = await inRounds(rounds, () => worker.run({ reports }));
    return [
      figureOf('append: durable, p50', 'ms', measured, ({ p50Ms }) => p50Ms),
      figureOf('append: CPU of Node', 'us', measured, ({ nodeMicros }) => nodeMicros),
      figureOf('append: CPU of PostgreSQL', 'us', measured, ({ postgresMicros }) => postgresMicros),
    ];
  },
};
