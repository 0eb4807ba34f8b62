import type { BenchHub } from './bench-hub.ts';
import type { LoadJob, LoadResult, ReportsJob } from './load.ts';
import { alternate, measure, type Round, type Server } from './measure.ts';
import { type CaseResult, caseResult } from './result.ts';
import type { Worker } from './workers.ts';

/**
 * What a guild at play does to `/snapshot`: a tenth of the accounts reports each second, each time another, so that hardly
 * two polls get the same body. The hub takes the same reports while the reference is polled: so both answer on a machine
 * that does as much besides, and what the hub does for the reports, asked or not, is known and taken off. What is left is
 * what the polls cost. PostgreSQL is shown and not counted: no poll asks it anything, and what it does for the reports
 * varies by more than a poll costs.
 */
export interface ChurnCase {
  readonly name: string;
  readonly bar: number;
  /** Polls a second, of as many keys as it takes. */
  readonly perSecond: number;
  /** Of a round: longer where the polls are few, since their cost is the difference of two that are much larger. */
  readonly seconds: number;
  readonly gzip: boolean;
}

const reportsPerSecond = 50;

export const churnCases: readonly ChurnCase[] = [
  { name: '10 polls/s, plain', bar: 0.7, perSecond: 10, seconds: 20, gzip: false },
  { name: '10 polls/s, gzip', bar: 0.5, perSecond: 10, seconds: 20, gzip: true },
  { name: '120 polls/s, plain', bar: 0.85, perSecond: 120, seconds: 6, gzip: false },
  { name: '120 polls/s, gzip', bar: 0.85, perSecond: 120, seconds: 6, gzip: true },
  { name: '400 polls/s, plain', bar: 0.85, perSecond: 400, seconds: 6, gzip: false },
  { name: '400 polls/s, gzip', bar: 0.85, perSecond: 400, seconds: 6, gzip: true },
];

const rounds = 9;
const warmUpSeconds = 10;

/** The hub and what it is compared with, both ready. */
export interface Stage {
  readonly load: Worker<LoadJob, LoadResult>;
  readonly ours: Server;
  readonly theirs: Server;
  readonly hub: BenchHub;
  readonly referencePort: number;
  /** Has the reference send what the hub sends now. */
  copyBodies(): Promise<void>;
}

/** @param plugins a second load generator, so that reports come as evenly as polls */
export async function runChurnCase(
  { hub, ours, theirs, load, referencePort, copyBodies }: Stage,
  plugins: Worker<LoadJob, LoadResult>,
  { name, bar, perSecond, seconds, gzip }: ChurnCase,
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
  const referencePath = gzip ? '/gzip' : '/plain';
  /** What the reports alone cost the hub in the last round in which the reference was polled. */
  let alone: Round | undefined;
  const fromReference = async (forSeconds: number): Promise<Round> => {
    const [round, cost] = await bothDone([
      measure(theirs, load, polls(referencePort, referencePath, forSeconds), 200),
      measure(ours, plugins, reports(forSeconds), 200),
    ]);
    alone = cost;
    return round;
  };
  const fromHub = async (forSeconds: number): Promise<Round> => {
    const [round] = await bothDone([
      measure(ours, load, polls(hub.port, '/api/v1/snapshot', forSeconds), 200),
      plugins.run(reports(forSeconds)),
    ]);
    if (alone === undefined) throw new Error('the reference is measured first');
    return without(alone, round);
  };
  await fromReference(warmUpSeconds);
  await fromHub(warmUpSeconds);
  // Of the size that bodies have by now: as gzip they grow while accounts change.
  await copyBodies();
  const measured = await alternate(
    rounds,
    () => fromHub(seconds),
    () => fromReference(seconds),
  );
  return caseResult(name, bar, measured);
}

/** Waits for both also if one fails, since a load generator takes one job at a time. */
async function bothDone<One, Other>(jobs: readonly [Promise<One>, Promise<Other>]): Promise<[One, Other]> {
  await Promise.allSettled(jobs);
  return Promise.all(jobs);
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
