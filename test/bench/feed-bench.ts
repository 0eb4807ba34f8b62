import { setTimeout as pause } from 'node:timers/promises';
import type { EventFilter } from '../../projections/event-feed/queries/event-page.ts';
import { eventsAfter } from '../../projections/event-feed/queries/events-after.ts';
import { type EventsRange, eventsBetween } from '../../projections/event-feed/queries/events-between.ts';
import { topLoot } from '../../projections/event-feed/queries/top-loot.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { openDatabase } from '../../shared/postgres/open-database.ts';
import { generationTable } from '../../shared/postgres/query.ts';
import { findLive } from '../../shared/projection/generations/generations.ts';
import { withDatabase } from './bench-database.ts';
import type { BenchHub, HubJob } from './bench-hub.ts';
import { quietAccount } from './fill-feed.ts';
import { accountOf } from './introduce-accounts.ts';
import type { LoadJob, LoadResult } from './load.ts';
import { alternate, measure, type Round, type Server } from './measure.ts';
import { median } from './quantile.ts';
import type { Reference, ReferenceJob } from './reference-server.ts';
import { type BenchResult, benchResult, type CaseResult, caseResult, describeResult } from './result.ts';
import { startWorker, type Worker } from './workers.ts';

/** Polls that find nothing beside a bare 304, and what the database takes for filters that find nothing. */
export interface FeedResult extends BenchResult {
  readonly events: number;
  readonly accounts: number;
  readonly databaseMsMax: number;
  /** Time in the database of the slowest queries, ms. */
  readonly databaseMs: Readonly<Record<string, number>>;
}

const pollBar = 0.5;
/** At most what Fastify, pg and JSON.stringify take. */
const pageBar = 1;
/** As cheap: what two runs of the same differ by is left to chance. */
const rangeBar = 0.95;
const eventsPath = '/api/v1/events';
const pagesPerSecond = 60;
const databaseMsMax = 5;
const perSecond = 3_000;
/** As many as a guild has, and no more than readers are kept of. */
const keys = 90;
const ratePerMinute = 6_000;
const rounds = 5;
const seconds = 3;
const warmUpSeconds = 8;
const settleMs = 10_000;

export interface FeedOptions {
  readonly events: number;
  /** All of them readable by every key. */
  readonly accounts: number;
  /** Runs the cases whose names hold this text; with it nothing is asked of the database alone. */
  readonly only?: string | undefined;
}

export async function benchFeed({ events, accounts, only = '' }: FeedOptions): Promise<FeedResult> {
  const hubProcess = startWorker<HubJob, BenchHub>('./bench-hub.ts');
  const referenceProcess = startWorker<ReferenceJob, Reference>('./reference-server.ts');
  const load = startWorker<LoadJob, LoadResult>('./load.ts');
  try {
    const hub = await hubProcess.run({ accounts, keys, ratePerMinute, feed: events });
    const reference = await referenceProcess.run({ copyFrom: null });
    const ours = { pid: hubProcess.pid, postgresPid: hub.postgresPid };
    const theirs = { pid: referenceProcess.pid, postgresPid: null };
    const reads = (port: number, path: string, forSeconds: number, rate = perSecond): LoadJob => ({
      kind: 'reads',
      port,
      path,
      keys: hub.keys,
      perSecond: rate,
      seconds: forSeconds,
      gzip: false,
      conditional: false,
      changes: null,
      evenly: true,
    });
    const stage = { hub, ours, theirs, load, referenceProcess, referencePort: reference.port, reads };
    const cases: CaseResult[] = [];
    for (const feedCase of feedCases.filter(({ name }) => name.includes(only))) {
      const { name, bar, withPostgres } = feedCase;
      cases.push(caseResult(name, bar, await feedCase.measured(stage), { withPostgres }));
    }
    const databaseMs = only === '' ? await questionTimes(hub.databaseUrl, accounts) : {};
    const result = benchResult('feed', cases);
    const holds = result.holds && Object.values(databaseMs).every((ms) => ms <= databaseMsMax);
    return { ...result, holds, events, accounts, databaseMsMax, databaseMs };
  } finally {
    await Promise.all([load.stop(), referenceProcess.stop(), hubProcess.stop()]);
  }
}

interface Stage {
  readonly hub: BenchHub;
  readonly ours: Server;
  readonly theirs: Server;
  readonly load: Worker<LoadJob, LoadResult>;
  readonly referenceProcess: Worker<ReferenceJob, Reference>;
  readonly referencePort: number;
  readonly reads: (port: number, path: string, forSeconds: number, perSecond?: number) => LoadJob;
}

interface FeedCase {
  readonly name: string;
  readonly bar: number;
  readonly withPostgres: boolean;
  readonly measured: (stage: Stage) => Promise<Rounds>;
}

interface Rounds {
  readonly ours: readonly Round[];
  readonly theirs: readonly Round[];
}

const feedCases: readonly FeedCase[] = [
  { name: 'caught-up poll', bar: pollBar, withPostgres: false, measured: measurePolls },
  {
    name: 'page of 100, with PostgreSQL',
    bar: pageBar,
    withPostgres: true,
    measured: (stage) => measurePages(stage, `${eventsPath}?limit=100`, '/feed'),
  },
  {
    name: 'page of a range, with PostgreSQL',
    bar: pageBar,
    withPostgres: true,
    measured: (stage) => {
      const range = monthOf(stage.hub);
      return measurePages(stage, `${eventsPath}?${range}&limit=100`, `/range?${range}`);
    },
  },
  { name: 'page of a range, beside the feed', bar: rangeBar, withPostgres: true, measured: measureRange },
];

/** Both until V8 has compiled what they go through, then in turns. */
async function warmAlternated(
  ours: (forSeconds: number) => Promise<Round>,
  theirs: (forSeconds: number) => Promise<Round>,
): Promise<Rounds> {
  await ours(warmUpSeconds);
  await theirs(warmUpSeconds);
  return alternate(
    rounds,
    () => ours(seconds),
    () => theirs(seconds),
  );
}

/** A page of a range beside one of the feed, both of the hub. */
async function measureRange({ hub, ours, load, reads }: Stage): Promise<Rounds> {
  const page = (path: string, forSeconds: number) =>
    measure(ours, load, reads(hub.port, path, forSeconds, pagesPerSecond), 200);
  const range = (forSeconds: number) => page(`${eventsPath}?${monthOf(hub)}&limit=100`, forSeconds);
  const feed = (forSeconds: number) => page(`${eventsPath}?limit=100`, forSeconds);
  return warmAlternated(range, feed);
}

/** A month half a year ago, as parameters. */
function monthOf({ historyUntil }: BenchHub): string {
  const monthsAgo = (months: number) => new Date(historyUntil - months * 30 * 86_400_000).toISOString();
  return `from=${monthsAgo(6)}&to=${monthsAgo(5)}`;
}

async function measurePolls({ hub, ours, theirs, load, referencePort, reads }: Stage): Promise<Rounds> {
  const path = `${eventsPath}?cursor=${await cursorOf(hub)}`;
  const poll = (forSeconds: number) => measure(ours, load, reads(hub.port, path, forSeconds), 200);
  const bare = (forSeconds: number) =>
    measure(theirs, load, reads(referencePort, '/not-modified', forSeconds), 304);
  return warmAlternated(poll, bare);
}

/** A hundred events, beside the same with pg alone. Both ask one PostgreSQL, which is idle but for them. */
async function measurePages(
  { hub, ours, load, referenceProcess, reads }: Stage,
  path: string,
  theirPath: string,
): Promise<Rounds> {
  const { databaseUrl } = hub;
  const schema = await withDatabase(databaseUrl, async (database) => {
    return (await findLive(database, 'event-feed'))?.schema ?? '';
  });
  const { port } = await referenceProcess.run({ copyFrom: null, database: { databaseUrl, schema } });
  const theirs = { pid: referenceProcess.pid, postgresPid: ours.postgresPid };
  const page = (forSeconds: number) =>
    measure(ours, load, reads(hub.port, path, forSeconds, pagesPerSecond), 200);
  const plain = (forSeconds: number) =>
    measure(theirs, load, reads(port, theirPath, forSeconds, pagesPerSecond), 200);
  return warmAlternated(page, plain);
}

/** The cursor behind the last event. The hub notices within a second what was written past the log. */
async function cursorOf({ port, keys }: BenchHub): Promise<string> {
  await pause(3_000);
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events?cursor=now`, {
    headers: { authorization: `Bearer ${keys[0]}` },
  });
  const { meta } = (await response.json()) as { meta: { next_cursor: string } };
  return meta.next_cursor;
}

/** Execution times, medians of five. From the oldest cursor; filters that no event passes are the worst. */
async function questionTimes(url: string, accounts: number): Promise<Record<string, number>> {
  const database = openDatabase({ url, name: 'bench', maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    const live = await findLive(database, 'event-feed');
    const event = generationTable(live?.schema ?? '', 'event');
    const all = Array.from({ length: accounts }, (_, index) => accountOf(index));
    const after = (filter: Partial<EventFilter>) =>
      eventsAfter(event, settleMs, {
        after: 0,
        limit: 100,
        filter: { accountIds: all, types: null, minValue: null, ...filter },
      });
    const to = Date.now();
    const between = (range: Partial<EventsRange>) =>
      eventsBetween(event, settleMs, {
        from: 0,
        to,
        after: null,
        limit: 100,
        filter: { accountIds: all, types: null, minValue: null },
        ...range,
      });
    const loot = (days: number) =>
      topLoot(event, settleMs, { accountIds: all, from: to - days * 86_400_000, to }, 10);
    return {
      'an account without events': await timeOf(database, after({ accountIds: [quietAccount] })),
      'a value that none reaches': await timeOf(database, after({ minValue: 10n ** 12n })),
      'a type that none has': await timeOf(database, after({ types: ['none'] })),
      'a hundred of everything': await timeOf(database, after({})),
      'a hundred of a range': await timeOf(database, between({})),
      'a hundred deep in a range': await timeOf(database, between({ to: to - 180 * 86_400_000 })),
      'a range of one account': await timeOf(
        database,
        between({ filter: { accountIds: [accountOf(1)], types: null, minValue: null } }),
      ),
      'a range without such a type': await timeOf(
        database,
        between({ filter: { accountIds: all, types: ['none'], minValue: null } }),
      ),
      'most valuable drops of a day': await timeOf(database, loot(1)),
      'most valuable drops of a year': await timeOf(database, loot(365)),
    };
  } finally {
    await database.close();
  }
}

async function timeOf(
  database: Database,
  { sql, values }: { readonly sql: string; readonly values: readonly unknown[] },
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { 'QUERY PLAN': plans } = await database.one<{ 'QUERY PLAN': { 'Execution Time': number }[] }>({
      text: `explain (analyze, format json) ${sql.replaceAll('$slonik_', '$')}`,
      values,
    });
    times.push(plans[0]?.['Execution Time'] ?? Number.NaN);
  }
  return Number(median(times).toFixed(2));
}

export function describeFeed(result: FeedResult): string {
  return [
    describeResult(result),
    '',
    `time in the database at ${result.events} events of ${result.accounts} accounts, ms (bar <= ${result.databaseMsMax})`,
    ...Object.entries(result.databaseMs).map(([question, ms]) => `${question.padEnd(28)} ${ms}`),
    result.holds ? 'holds' : 'FAILS',
  ].join('\n');
}
