import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type Answer, type LoadClient, openLoadClient } from './http-client.ts';
import { quantile } from './quantile.ts';
import { createReportSource, type ReportSource } from './reports.ts';
import { serveJobs } from './workers.ts';

/** The load generator, in a process of its own. Rates are fixed: a server is never asked for more than it is measured at. */
export type LoadJob = ReportsJob | ReadsJob;

export interface ReportsJob {
  readonly kind: 'reports';
  readonly port: number;
  readonly tokens: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly evenly?: boolean;
  /** 64 when not given; the hub takes 256 of one address. */
  readonly connections?: number;
}

export interface ReadsJob {
  readonly kind: 'reads';
  readonly port: number;
  readonly path: string;
  /** Each is used at most once in a second: at least twice as many as `perSecond`. Empty: none is sent. */
  readonly keys: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly gzip: boolean;
  /** Ask with the current ETag, learned after each second's changes. */
  readonly conditional: boolean;
  /**
   * Each request is sent when it is due, as from clients that know nothing of each other, by a generator that never
   * sleeps: a server pays neither for waking it up nor less for requests that come in one turn of its loop. Otherwise
   * every 10 ms what is due, which leaves the machine to others.
   */
  readonly evenly?: boolean;
  /** Reports of these devices in turn, so many at the start of every second. */
  readonly changes: {
    readonly port: number;
    readonly tokens: readonly string[];
    readonly perSecond: number;
  } | null;
}

export interface LoadResult {
  readonly answered: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of the requests that were sent over `lateMs` after they were due: with many, this process was the bottleneck. */
  readonly lateShare: number;
}

const connectionsDefault = 64;
const sliceMs = 10;
const lateMs = 100;
/** Until the changes of a second are in the snapshot; after that the ETag stays the same for the rest of the second. */
const settleMs = 350;
const burstMinMs = 400;

let source: ReportSource | undefined;
let nextAccount = 0;
let nextKey = 0;

serveJobs<LoadJob, LoadResult>(
  async (job) => {
    const tally = createTally();
    await (job.kind === 'reports' ? sendReports(job, tally) : sendReads(job, tally));
    return tally.result();
  },
  async () => {},
);

async function sendReports(job: ReportsJob, tally: Tally): Promise<void> {
  const client = openLoadClient(job.port, job.connections ?? connectionsDefault);
  const pace = { perSecond: job.perSecond, forMs: job.seconds * 1_000, evenly: job.evenly };
  await atRate(pace, tally, () => report(client, job.tokens));
  await tally.settled();
  client.close();
}

/** The next account's report, in turn. */
function report(client: LoadClient, tokens: readonly string[]): Promise<Answer> {
  source ??= createReportSource(tokens.length);
  const player = nextAccount % tokens.length;
  nextAccount += 1;
  const body = source.next(player);
  const head = `POST /api/osrs-data/events HTTP/1.1\r\nhost: bench\r\nx-osrs-exporter-version: 1.6.0\r\nx-osrs-token: ${tokens[player]}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return client.send(head, body);
}

async function sendReads(job: ReadsJob, tally: Tally): Promise<void> {
  const client = openLoadClient(job.port, connectionsDefault);
  const plugins = job.changes === null ? null : openLoadClient(job.changes.port, 2);
  for (let second = 0; second < job.seconds; second += 1) {
    const endsAt = performance.now() + 1_000;
    const { tokens = [], perSecond: length = 0 } = job.changes ?? {};
    const changed = Array.from({ length }, () => plugins && report(plugins, tokens));
    let etag: string | null = null;
    if (job.conditional) {
      await Promise.all(changed);
      await pause(settleMs);
      etag = (await read(client, job, null)).etag;
    }
    // A hub that is late with the changes makes the second longer, never the load denser than this.
    const leftMs = Math.max(burstMinMs, endsAt - performance.now() - 20);
    const pace = { perSecond: (job.perSecond * 1_000) / leftMs, forMs: leftMs, evenly: job.evenly };
    await atRate(pace, tally, async () => {
      const answer = await read(client, job, etag);
      // As a poller does: a change that came late costs those that are under way a full answer, no others.
      if (job.conditional) etag = answer.etag;
      return answer;
    });
    await Promise.all(changed);
    // What is still on its way must not meet the next changes: it would be answered in full.
    if (job.conditional) await tally.settled();
    await pause(Math.max(0, endsAt - performance.now()));
  }
  await tally.settled();
  client.close();
  plugins?.close();
}

function read(client: LoadClient, { path, keys, gzip }: ReadsJob, etag: string | null): Promise<Answer> {
  const key = keys[nextKey % keys.length];
  nextKey += 1;
  const authorization = key === undefined ? '' : `authorization: Bearer ${key}\r\n`;
  const condition = etag === null ? '' : `if-none-match: ${etag}\r\n`;
  const coding = gzip ? 'accept-encoding: gzip\r\n' : '';
  return client.send(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${authorization}${coding}${condition}\r\n`);
}

interface Pace {
  readonly perSecond: number;
  readonly forMs: number;
  readonly evenly: boolean | undefined;
}

/** Sends at a rate that does not wait for answers. */
async function atRate(
  { perSecond, forMs, evenly }: Pace,
  tally: Tally,
  send: () => Promise<Answer>,
): Promise<void> {
  const startedAt = performance.now();
  const total = Math.round((perSecond * forMs) / 1_000);
  for (let sent = 0; sent < total; ) {
    const sinceMs = performance.now() - startedAt;
    const due = Math.min(total, Math.ceil((sinceMs / 1_000) * perSecond));
    for (; sent < due; sent += 1) tally.add(send(), sinceMs - (sent * 1_000) / perSecond > lateMs);
    await (evenly ? nextTurn() : pause(sliceMs));
  }
}

interface Tally {
  add(answer: Promise<Answer>, late: boolean): void;
  settled(): Promise<void>;
  result(): LoadResult;
}

function createTally(): Tally {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  let lateOnes = 0;

  async function count(answer: Promise<Answer>): Promise<void> {
    const startedAt = performance.now();
    const { status } = await answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    latencies.push(performance.now() - startedAt);
  }

  return {
    add: (answer, late) => {
      if (late) lateOnes += 1;
      const counted = count(answer)
        .catch(() => {
          statuses.failed = (statuses.failed ?? 0) + 1;
        })
        .finally(() => underWay.delete(counted));
      underWay.add(counted);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
    result: () => {
      // 0 where nothing was answered.
      const at = (share: number): number => quantile(latencies, share) || 0;
      const answered = latencies.length;
      return { answered, statuses, p50Ms: at(0.5), p99Ms: at(0.99), lateShare: lateOnes / answered };
    },
  };
}
