import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createGroupUpdateSource } from '../../support/hub/group-update-source.ts';
import { createReportSource, type ReportSource } from '../../support/hub/report-source.ts';
import { quantile } from './figures.ts';
import { serveJobs } from './worker.ts';

/** Rates are fixed, whether the hub keeps up or not. */
export type LoadJob = ReportsJob | ReadsJob;

export interface ReportsJob {
  readonly kind: 'reports';
  readonly port: number;
  /** A device's token for each account; accounts report in turn. */
  readonly tokens: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  /** Updates of Group Ironmen Tracker instead of snapshots of HA Exporter. */
  readonly isGroup?: boolean;
}

export interface ReadsJob {
  readonly kind: 'reads';
  readonly port: number;
  readonly path: string;
  /** With at least twice as many keys as reads a second, a key reads at most once a second. */
  readonly keys: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
  readonly gzip?: boolean;
  /** Asks with the current ETag, which is read after the changes of each second. */
  readonly conditional?: boolean;
  /** The first `accounts` accounts report at the start of every second. */
  readonly changes?: { readonly tokens: readonly string[]; readonly accounts: number };
}

export interface LoadResult {
  readonly answered: number;
  /** Answers by status; `failed` for requests without an answer. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const sliceMs = 1;
/** The wait until the snapshot has the changes of a second, and its ETag stays the same. */
const settleMs = 350;
const readingMinMs = 400;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let source: ReportSource | undefined;
let groupSource: ReportSource | undefined;
let nextPlayer = 0;
let nextKey = 0;

serveJobs<LoadJob, LoadResult>(async (job) => {
  const tally = createTally();
  await (job.kind === 'reports' ? sendReports(job, tally) : sendReads(job, tally));
  return tally.result();
});

async function sendReports(job: ReportsJob, tally: Tally): Promise<void> {
  const { port, tokens, perSecond, seconds } = job;
  const send = job.isGroup ? groupUpdate : report;
  await atRate(perSecond, seconds * 1_000, () => tally.add(send(port, tokens, nextPlayer++ % tokens.length)));
  await tally.settled();
}

function report(port: number, tokens: readonly string[], player: number): Promise<Answer> {
  source ??= createReportSource(tokens.length);
  const body = source.next(player);
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-osrs-exporter-version': '1.6.0',
    'x-osrs-token': tokens[player],
  };
  return send({ port, path: '/api/osrs-data/events', method: 'POST', headers }, body);
}

function groupUpdate(port: number, tokens: readonly string[], player: number): Promise<Answer> {
  groupSource ??= createGroupUpdateSource(tokens.length);
  const body = groupSource.next(player);
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    authorization: tokens[player],
  };
  return send({ port, path: '/api/group/hub/update-group-member', method: 'POST', headers }, body);
}

async function sendReads(job: ReadsJob, tally: Tally): Promise<void> {
  const { tokens = [], accounts: changed = 0 } = job.changes ?? {};
  for (let second = 0; second < job.seconds; second += 1) {
    const endsAt = performance.now() + 1_000;
    const changes = Array.from({ length: changed }, (_, player) => report(job.port, tokens, player));
    let etag: string | null = null;
    if (job.conditional) {
      await Promise.all(changes);
      await pause(settleMs);
      etag = (await read(job, null)).etag;
    }
    // After late changes the second gets longer, so that the reads still have `readingMinMs`.
    const leftMs = Math.max(readingMinMs, endsAt - performance.now() - 20);
    await atRate((job.perSecond * 1_000) / leftMs, leftMs, () => {
      const answer = read(job, etag);
      tally.add(answer);
      // A poller continues with the ETag of its last answer.
      answer.then((last) => (etag = job.conditional ? last.etag : null)).catch(() => {});
    });
    await Promise.all(changes);
    // A poll that meets the next changes would be answered in full.
    if (job.conditional) await tally.settled();
    await pause(Math.max(0, endsAt - performance.now()));
  }
  await tally.settled();
}

function read({ port, path, keys, gzip }: ReadsJob, etag: string | null): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${keys[nextKey % keys.length]}`,
    ...(gzip && { 'accept-encoding': 'gzip' }),
    ...(etag !== null && { 'if-none-match': etag }),
  };
  nextKey += 1;
  return send({ port, path, headers });
}

interface Answer {
  readonly status: number;
  readonly etag: string | null;
}

function send(options: RequestOptions, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', agent, ...options }, (response) => {
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? null }),
      );
      response.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function atRate(perSecond: number, forMs: number, send: () => void): Promise<void> {
  const startedAt = performance.now();
  const total = Math.round((perSecond * forMs) / 1_000);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond));
    for (; sent < due; sent += 1) send();
    await pause(sliceMs);
  }
}

interface Tally {
  add(answer: Promise<Answer>): void;
  settled(): Promise<void>;
  result(): LoadResult;
}

function createTally(): Tally {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();

  async function count(answer: Promise<Answer>): Promise<void> {
    const startedAt = performance.now();
    const { status } = await answer.catch(() => ({ status: 'failed' }));
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 'failed') latencies.push(performance.now() - startedAt);
  }

  return {
    add: (answer) => {
      const counted = count(answer).finally(() => underWay.delete(counted));
      underWay.add(counted);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
    result: () => ({
      answered: latencies.length,
      statuses,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
    }),
  };
}
