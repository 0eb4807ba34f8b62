import { machine } from './machine.ts';
import type { Cost, ReplayAnswer, ReplayJob } from './replay-worker.ts';
import { startWorker } from './workers.ts';

/** A replay of the whole log into the tables of every projection, beside two other ways through the same log. */
export interface ReplayResult extends ReplayAnswer {
  readonly bench: 'replay';
  readonly machine: string;
  /** CPU of reading and parsing beside that of the replay, PostgreSQL with both. */
  readonly ofParsing: number;
  readonly timesNaive: number;
  readonly holds: boolean;
}

const bars = { ofParsing: 0.7, timesNaive: 50, megabytes: 400 };

export async function benchReplay(events: number): Promise<ReplayResult> {
  const worker = startWorker<ReplayJob, ReplayAnswer>('./replay-worker.ts', [], 'projections');
  try {
    const measured = await worker.run({ events });
    const ofParsing = round(microsOf(measured.parsing) / microsOf(measured.replay), 3);
    const timesNaive = round(measured.replay.perSecond / measured.naive, 1);
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
    `replay of ${events} mixed events into the tables of every projection`,
    result.machine,
    `reading and parsing only  ${described(parsing)}`,
    `replay                    ${described(replay)}`,
    `one transaction per event ${naive} events/s`,
    `${ofParsing} of parsing by CPU (bar ${bars.ofParsing}), ${timesNaive} times naive (bar ${bars.timesNaive}), ` +
      `${highestMegabytes} MB (bar < ${bars.megabytes}): ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}

function microsOf({ nodeMicros, postgresMicros }: Cost): number {
  return nodeMicros + postgresMicros;
}

function described({ perSecond, nodeMicros, postgresMicros }: Cost): string {
  const [node, postgres] = [nodeMicros, postgresMicros].map((micros) => micros.toFixed(1));
  return `${perSecond} events/s, CPU of an event: Node ${node} us, PostgreSQL ${postgres} us`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
