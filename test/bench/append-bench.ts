import type { AppendAnswer, AppendJob } from './append-worker.ts';
import { machine } from './machine.ts';
import { median } from './quantile.ts';
import { startWorker } from './workers.ts';

/** One caller that appends one report after another, to the log and to an event store that somebody writes with pg. */
export interface AppendResult {
  readonly bench: 'append';
  readonly machine: string;
  readonly hub: AppendAnswer;
  readonly rival: AppendAnswer;
  /** CPU of a report, Node and PostgreSQL, beside the rival's. */
  readonly cpuRatio: number;
  readonly holds: boolean;
}

/** Emmett 0.42, which cannot be installed beside the hub's commander, took 1.23 times what the rival takes. */
const bars = { p50Ms: 4, cpuRatio: 1.2 };
const reports = 500;
const rounds = 5;

export async function benchAppend(): Promise<AppendResult> {
  const worker = startWorker<AppendJob, AppendAnswer>('./append-worker.ts');
  try {
    const answers = { hub: [] as AppendAnswer[], rival: [] as AppendAnswer[] };
    for (const by of ['hub', 'rival'] as const) await worker.run({ by, reports });
    for (let round = 0; round < rounds; round += 1) {
      for (const by of ['rival', 'hub'] as const) answers[by].push(await worker.run({ by, reports }));
    }
    const hub = mediansOf(answers.hub);
    const rival = mediansOf(answers.rival);
    const cpuRatio = rounded((hub.nodeMs + hub.postgresMs) / (rival.nodeMs + rival.postgresMs));
    const holds = hub.p50Ms <= bars.p50Ms && cpuRatio <= bars.cpuRatio;
    return { bench: 'append', machine: machine(), hub, rival, cpuRatio, holds };
  } finally {
    await worker.stop();
  }
}

function mediansOf(rounds: readonly AppendAnswer[]): AppendAnswer {
  const of = (figure: keyof AppendAnswer) => rounded(median(rounds.map((round) => round[figure])));
  return { p50Ms: of('p50Ms'), nodeMs: of('nodeMs'), postgresMs: of('postgresMs') };
}

export function describeAppend({ machine: where, hub, rival, cpuRatio, holds }: AppendResult): string {
  const line = ({ p50Ms, nodeMs, postgresMs }: AppendAnswer) =>
    `p50 ${p50Ms} ms, CPU of a report: Node ${nodeMs} ms, PostgreSQL ${postgresMs} ms`;
  return [
    'append, one caller, one report after another',
    where,
    `hub    ${line(hub)}`,
    `rival  ${line(rival)}`,
    `CPU ${cpuRatio} times the rival's (bar <= ${bars.cpuRatio}), p50 bar <= ${bars.p50Ms} ms: ${holds ? 'holds' : 'FAILS'}`,
  ].join('\n');
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
