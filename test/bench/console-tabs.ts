import { gunzipSync, inflateRawSync } from 'node:zlib';
import { HubError } from '../../shared/client/hub-error.ts';
import { keepPolling } from '../../shared/client/keep-polling.ts';
import { systemTiming as timing } from '../../shared/client/timing.ts';
import { type LoadClient, openLoadClient } from './http-client.ts';
import { quantile } from './quantile.ts';
import { serveJobs } from './workers.ts';

/**
 * Open tabs, each in a browser of its own, which poll as the client of the pages does, by its own loop (`shared/client`):
 * `/snapshot` 3 s after the last answer, with its tag and `since`, and everything each five minutes; `/events` 5 s after,
 * with its cursor; what is refused again after `Retry-After`, or twice as late each time.
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
  /** Answers by status: to polls with `since`, to those for everything, and to those of the feed. */
  readonly snapshot: Readonly<Record<string, number>>;
  readonly everything: Readonly<Record<string, number>>;
  readonly events: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const [snapshotEveryMs, eventsEveryMs] = [3_000, 5_000];
const fullEveryMs = 5 * 60_000;
const connections = 100;
/** Each begins with everything: at once that would be a load of its own. */
const openingMs = 30_000;

const closing = new AbortController();
const { signal } = closing;
let clients: LoadClient[] = [];
let counted = noCount();
let turn = 0;

serveJobs<TabsJob, TabsCount>(
  async (job) => {
    if (job.kind === 'open') open(job);
    const { latencies, ...answers } = counted;
    counted = noCount();
    return { ...answers, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
  },
  async () => {
    closing.abort();
    for (const client of clients) client.close();
  },
);

function noCount() {
  const answers = (): Record<string, number> => ({});
  const latencies: number[] = [];
  return { snapshot: answers(), everything: answers(), events: answers(), latencies };
}

function open({ keys, ports }: Extract<TabsJob, { kind: 'open' }>): void {
  clients = ports.map((port) => openLoadClient(port, connections));
  for (const [index, key] of keys.entries()) {
    const afterMs = (index / keys.length) * openingMs;
    timing.after(afterMs, () => {
      follow(snapshotEveryMs, snapshotPoll(key));
      follow(eventsEveryMs, eventsPoll(key));
    });
  }
}

function follow(everyMs: number, ask: () => Promise<void>): void {
  const polled = { ask, take: async () => 'later' as const };
  keepPolling(polled, { everyMs, timing, signal, report: async () => {} }).catch((error: unknown) => {
    // Reaches the bench, which ends: what the hub refused for good is no poll of a member.
    setImmediate(() => {
      throw error;
    });
  });
}

function snapshotPoll(key: string): () => Promise<void> {
  let etag: string | null = null;
  let since: string | null = null;
  // Tabs were opened at any time of the last five minutes.
  let fullAt = timing.now() - timing.random() * fullEveryMs;
  return async () => {
    const askedAt = timing.now();
    const full = since === null || askedAt - fullAt >= fullEveryMs;
    const path = full ? '/snapshot' : `/snapshot?since=${since}`;
    const answer = await ask(full ? 'everything' : 'snapshot', key, path, etag);
    if (full && since !== null) fullAt = askedAt;
    if (answer.end === null) return;
    const lastModified = /"last_modified":"([^"]+)"/.exec(answer.end)?.[1] ?? null;
    // Of a replica that is behind.
    if (!full && since !== null && lastModified !== null && lastModified < since) return;
    [since, etag] = [lastModified, answer.etag];
  };
}

function eventsPoll(key: string): () => Promise<void> {
  let cursor: string | null = null;
  return async () => {
    const place = cursor === null ? 'limit=100' : `cursor=${cursor}&limit=500`;
    const { end } = await ask('events', key, `/events?${place}`, null);
    cursor = /"next_cursor":"([^"]+)"/.exec(end ?? '')?.[1] ?? cursor;
  };
}

/**
 * Asks as a browser does, which takes gzip.
 * @returns the end of the body, which holds all that a poll needs; null for a 304
 * @throws HubError
 */
async function ask(
  what: 'snapshot' | 'everything' | 'events',
  key: string,
  path: string,
  etag: string | null,
) {
  turn += 1;
  const condition = etag === null ? '' : `if-none-match: ${etag}\r\n`;
  const head = `GET /api/v1${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\naccept-encoding: gzip\r\n${condition}\r\n`;
  const startedAt = performance.now();
  const sent = clients[turn % clients.length]?.send(head, undefined, { keep: 'end' });
  const answer = (await sent?.catch(() => null)) ?? null;
  if (signal.aborted) return { end: null, etag };
  const status = answer?.status ?? 'failed';
  counted[what][status] = (counted[what][status] ?? 0) + 1;
  if (answer === null) throw new HubError('unreachable', 'no answer');
  counted.latencies.push(performance.now() - startedAt);
  if (answer.status === 304) return { end: null, etag };
  if (answer.status !== 200) throw new HubError(path, `answered ${status}`, answer);
  return { end: endOf(answer.body ?? Buffer.alloc(0)), etag: answer.etag };
}

const partEnd = Buffer.from([0, 0, 0xff, 0xff]);
const trailerBytes = 8;

/**
 * The hub's gzip bodies consist of parts that are deflated one by one (`gzip-parts.ts`): the last one alone is inflated. To
 * unpack the whole delta of each of 300 polls a second took most of a core, which clients have of their own.
 */
function endOf(body: Buffer): string {
  if (body.at(-1) === closingBrace) return String(body);
  const from = body.lastIndexOf(partEnd, -trailerBytes - partEnd.length);
  if (from === -1) return String(gunzipSync(body));
  return String(inflateRawSync(body.subarray(from + partEnd.length, -trailerBytes)));
}

const closingBrace = '}'.charCodeAt(0);
