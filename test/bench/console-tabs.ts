import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type LoadClient, openLoadClient } from './http-client.ts';
import { quantile } from './quantile.ts';
import { serveJobs } from './workers.ts';

/**
 * Open tabs, each in a browser of its own, which poll as the client of the pages does (`shared/client`): `/snapshot` 3 s after
 * the last answer, with its tag and `since`, and `/events` 5 s after, with its cursor.
 */
export type TabsJob =
  | {
      readonly kind: 'open';
      /** The read key of each tab's session. */
      readonly keys: readonly string[];
      /** Of the query processes, which polls go to in turn, as through a balancer. */
      readonly ports: readonly number[];
    }
  /** What was answered since the last time. */
  | { readonly kind: 'count' };

export interface TabsCount {
  /** Answers by status. */
  readonly snapshot: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const [snapshotEveryMs, eventsEveryMs] = [3_000, 5_000];
const connections = 100;
/** Each begins with everything: at once that would be a load of its own. */
const openingMs = 30_000;

const closing = new AbortController();
let clients: LoadClient[] = [];
let snapshot: Record<string, number> = {};
let events: Record<string, number> = {};
let latencies: number[] = [];

serveJobs<TabsJob, TabsCount>(
  async (job) => {
    if (job.kind === 'open') open(job);
    const count = { snapshot, events, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
    [snapshot, events, latencies] = [{}, {}, []];
    return count;
  },
  async () => {
    closing.abort();
    for (const client of clients) client.close();
  },
);

function open({ keys, ports }: Extract<TabsJob, { kind: 'open' }>): void {
  clients = ports.map((port) => openLoadClient(port, connections));
  for (const [index, key] of keys.entries()) {
    const share = index / keys.length;
    void keepPolling(snapshotEveryMs, share * openingMs, snapshotPoll(key, index));
    void keepPolling(eventsEveryMs, share * openingMs, eventsPoll(key, index));
  }
}

async function keepPolling(everyMs: number, afterMs: number, poll: () => Promise<void>): Promise<void> {
  const { signal } = closing;
  await pause(afterMs, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    await poll();
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

function snapshotPoll(key: string, first: number): () => Promise<void> {
  let etag: string | null = null;
  let since: string | null = null;
  let turn = first;
  return async () => {
    turn += 1;
    const query = since === null ? '' : `?since=${since}`;
    const { status, text, tag } = await ask(turn, key, `/snapshot${query}`, etag);
    snapshot[status] = (snapshot[status] ?? 0) + 1;
    if (status !== '200') return;
    etag = tag;
    since = /"last_modified":"([^"]+)"/.exec(text)?.[1] ?? null;
  };
}

function eventsPoll(key: string, first: number): () => Promise<void> {
  let cursor: string | null = null;
  let turn = first;
  return async () => {
    turn += 1;
    const place = cursor === null ? 'limit=100' : `cursor=${cursor}&limit=500`;
    const { status, text } = await ask(turn, key, `/events?${place}`, null);
    events[status] = (events[status] ?? 0) + 1;
    if (status === '200') cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1] ?? null;
  };
}

/** The head and the end of an answer hold all that a poll needs. */
const endBytes = 400;

/** As a browser asks, which takes gzip; but a first answer, with everything, would keep this process busy unpacking it. */
async function ask(turn: number, key: string, path: string, etag: string | null) {
  const client = clients[turn % clients.length];
  const condition = etag === null ? '' : `if-none-match: ${etag}\r\n`;
  const coding = path === '/snapshot' ? '' : 'accept-encoding: gzip\r\n';
  const head = `GET /api/v1${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n${coding}${condition}\r\n`;
  const startedAt = performance.now();
  const answer = await client?.send(head, undefined, { keepBody: true }).catch(() => null);
  if (answer === null || answer === undefined) return { status: 'failed', text: '', tag: null };
  latencies.push(performance.now() - startedAt);
  const { body, status, etag: tag } = answer;
  const isGzip = body !== null && body[0] === 0x1f && body[1] === 0x8b;
  return {
    status: String(status),
    text: String((isGzip ? gunzipSync(body) : body)?.subarray(-endBytes)),
    tag,
  };
}
