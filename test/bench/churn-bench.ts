import type { BenchHub } from './bench-hub.ts';
import type { LoadJob, LoadResult, ReportsJob } from './load.ts';
import { alternate, measure, type Round, type Server } from './measure.ts';
import { type CaseResult, caseResult } from './result.ts';
import type { Worker } from './workers.ts';

/**
 * What a guild at play does to `/snapshot`: a tenth of the accounts reports each second, each time another, so that hardly
 * two polls get the same body. What the hub does for the reports themselves, asked or not, is measured in turns and taken
 * off: what is left is what the polls cost. PostgreSQL is shown and not counted: no poll asks it anything, and what it does
 * for the reports varies by more than a poll costs.
 */
export interface ChurnCase {
  readonly name: string;
  readonly bar: number;
  /** Polls a second, of as many keys as it takes. */
  readonly perSecond: number;
  readonly gzip: boolean;
}

export const reportsPerSecond = 50;

export const churnCases: readonly ChurnCase[] = [
  { name: '10 polls/s, plain', bar: 0.7, perSecond: 10, gzip: false },
  { name: '10 polls/s, gzip', bar: 0.5, perSecond: 10, gzip: true },
  { name: '120 polls/s, plain', bar: 0.85, perSecond: 120, gzip: false },
  { name: '120 polls/s, gzip', bar: 0.85, perSecond: 120, gzip: true },
  { name: '400 polls/s, plain', bar: 0.85, perSecond: 400, gzip: false },
  { name: '400 polls/s, gzip', bar: 0.85, perSecond: 400, gzip: true },
];

const rounds = 9;
const seconds = 6;
const warmUpSeconds = 10;

/** The hub and what it is compared with, both ready. */
export interface Stage {
  readonly load: Worker<LoadJob, LoadResult>;
  readonly ours: Server;
  readonly theirs: Server;
  readonly hub: BenchHub;
  readonly referencePort: number;
}

/** @param plugins a second load generator, so that reports come as evenly as polls */
export async function runChurnCase(
  { hub, ours, theirs, load, referencePort }: Stage,
  plugins: Worker<LoadJob, LoadResult>,
  { name, bar, perSecond, gzip }: ChurnCase,
): Promise<CaseResult> {
  const reports = (forSeconds: number): ReportsJob => ({
    kind: 'reports',
    port: hub.port,
    tokens: hub.tokens,
    perSecond: reportsPerSecond,
    seconds: forSeconds,
  });
  const polls = (port: number, path: string, forSeconds: number): LoadJob => ({
    kind: 'reads',
    port,
    path,
    keys: hub.keys,
    perSecond,
    seconds: forSeconds,
    gzip,
    conditional: false,
    changes: null,
  });
  const fromReference = (forSeconds: number) =>
    measure(theirs, load, polls(referencePort, gzip ? '/gzip' : '/plain', forSeconds), 200);
  const beside = async (forSeconds: number): Promise<Round> => {
    const [round] = await Promise.all([
      measure(ours, load, polls(hub.port, '/api/v1/snapshot', forSeconds), 200),
      plugins.run(reports(forSeconds)),
    ]);
    return round;
  };
  await beside(warmUpSeconds);
  await fromReference(warmUpSeconds);
  const measured = await alternate(
    rounds,
    async () => {
      const alone = await measure(ours, plugins, reports(seconds), 200);
      return without(alone, await beside(seconds));
    },
    () => fromReference(seconds),
  );
  return caseResult(name, bar, measured);
}

/** What a poll cost on top of what the same reports cost without polls. */
function without(alone: Round, both: Round): Round {
  const reportsPerPoll = alone.load.answered / both.load.answered;
  return {
    load: both.load,
    nodeMicros: both.nodeMicros - alone.nodeMicros * reportsPerPoll,
    postgresMicros: both.postgresMicros - alone.postgresMicros * reportsPerPoll,
  };
}
