import { machine } from './machine.ts';
import { median } from './quantile.ts';
import type { SealingAnswer, SealingJob } from './sealing-worker.ts';
import { startWorker } from './workers.ts';

/** What sealing costs the replay of a sealed stream. */
export interface SealingResult {
  readonly bench: 'sealing';
  readonly machine: string;
  readonly events: number;
  /** CPU per event, microseconds: of the replay with PostgreSQL's part, and of opening alone. */
  readonly replayMicros: number;
  readonly openingMicros: number;
  /** The share of the replay. */
  readonly cost: number;
  readonly holds: boolean;
}

const costMax = 0.15;
const rounds = 3;

export async function benchSealing(events: number): Promise<SealingResult> {
  const worker = startWorker<SealingJob, SealingAnswer>('./sealing-worker.ts');
  try {
    const measured = await worker.run({ events, rounds });
    const replayMs = median(measured.rounds.map((round) => round.replayMs));
    const openingMs = median(measured.rounds.map((round) => round.openingMs));
    const cost = openingMs / replayMs;
    return {
      bench: 'sealing',
      machine: machine(),
      events,
      replayMicros: Number(((replayMs * 1_000) / events).toFixed(1)),
      openingMicros: Number(((openingMs * 1_000) / events).toFixed(1)),
      cost: Number(cost.toFixed(3)),
      holds: cost <= costMax,
    };
  } finally {
    await worker.stop();
  }
}

export function describeSealing(result: SealingResult): string {
  const { events, machine: where, replayMicros, openingMicros, cost, holds } = result;
  return [
    `replay of ${events} game events, sealed in the log, into the event feed; CPU of Node and PostgreSQL`,
    where,
    `replay  ${replayMicros} us an event, of which opening takes ${openingMicros} us`,
    `sealing takes ${(cost * 100).toFixed(1)} % (bar <= ${costMax * 100} %): ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}
