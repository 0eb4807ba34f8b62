import { machine } from './machine.ts';
import type { ReplayAnswer, ReplayJob } from './replay-worker.ts';
import { startWorker } from './workers.ts';

/** A replay of the whole log into the tables of every room, beside two other ways through the same log. */
export interface ReplayResult {
  readonly bench: 'replay';
  readonly machine: string;
  readonly events: number;
  /** Events a second. */
  readonly parsing: number;
  readonly replay: number;
  readonly naive: number;
  readonly ofParsing: number;
  readonly timesNaive: number;
  readonly highestMegabytes: number;
  readonly holds: boolean;
}

const bars = { ofParsing: 0.45, timesNaive: 50, megabytes: 400 };

export async function benchReplay(events: number): Promise<ReplayResult> {
  const worker = startWorker<ReplayJob, ReplayAnswer>('./replay-worker.ts');
  try {
    const measured = await worker.run({ events });
    const ofParsing = round(measured.replay / measured.parsing, 3);
    const timesNaive = round(measured.replay / measured.naive, 1);
    return {
      bench: 'replay',
      machine: machine(),
      ...measured,
      ofParsing,
      timesNaive,
      holds:
        ofParsing >= bars.ofParsing &&
        timesNaive >= bars.timesNaive &&
        measured.highestMegabytes < bars.megabytes,
    };
  } finally {
    await worker.stop();
  }
}

export function describeReplay(result: ReplayResult): string {
  const { events, parsing, replay, naive, ofParsing, timesNaive, highestMegabytes, holds } = result;
  return [
    `replay of ${events} mixed events into the tables of every room`,
    result.machine,
    `reading and parsing only  ${parsing} events/s`,
    `replay                    ${replay} events/s`,
    `one transaction per event ${naive} events/s`,
    `${ofParsing} of parsing (bar ${bars.ofParsing}), ${timesNaive} times naive (bar ${bars.timesNaive}), ` +
      `${highestMegabytes} MB (bar < ${bars.megabytes}): ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
