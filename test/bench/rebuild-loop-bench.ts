import { machine } from './machine.ts';
import type { WorkMeasured } from './measured-work.ts';
import { median } from './quantile.ts';
import type { RebuildLoopJob, RebuildLoopRound } from './rebuild-loop-worker.ts';
import { startWorker } from './workers.ts';

/** A rebuild of two projections beside a loop that folds and writes a page of the log after another. */
export interface RebuildLoopResult {
  readonly bench: 'rebuild-loop';
  readonly machine: string;
  readonly events: number;
  readonly rounds: readonly RebuildLoopRound[];
  /** The median of the rounds: CPU of the rebuild beside that of the loop, PostgreSQL with both. */
  readonly ratio: number;
  readonly holds: boolean;
}

const bar = 1.1;
const rounds = 3;

export async function benchRebuildLoop(events: number): Promise<RebuildLoopResult> {
  const worker = startWorker<RebuildLoopJob, RebuildLoopRound[]>(
    './rebuild-loop-worker.ts',
    [],
    'projections',
  );
  try {
    const measured = await worker.run({ events, rounds });
    const ratios = measured.map(({ hub, loop }) => cpuSecondsOf(hub) / cpuSecondsOf(loop));
    const ratio = Number(median(ratios).toFixed(2));
    return {
      bench: 'rebuild-loop',
      machine: machine(),
      events,
      rounds: measured,
      ratio,
      holds: ratio <= bar,
    };
  } finally {
    await worker.stop();
  }
}

export function describeRebuildLoop({
  events,
  rounds: all,
  ratio,
  holds,
  ...result
}: RebuildLoopResult): string {
  return [
    `xp-history and play-sessions rebuilt from a log of ${events} mixed events, beside a loop written by hand`,
    result.machine,
    ...all.flatMap(({ hub, loop }) => [`rebuild  ${described(hub)}`, `loop     ${described(loop)}`]),
    `${ratio} times the CPU of the loop (bar <= ${bar}): ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}

function cpuSecondsOf({ cpuSeconds, postgresCpuSeconds }: WorkMeasured): number {
  return cpuSeconds + postgresCpuSeconds;
}

function described({ seconds, cpuSeconds, postgresCpuSeconds, highestMegabytes }: WorkMeasured): string {
  return `${seconds} s, CPU: Node ${cpuSeconds} s, PostgreSQL ${postgresCpuSeconds} s; ${highestMegabytes} MB`;
}
