import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type HubClient, openClient } from '../open-client.ts';
import type { Tabs } from '../tabs/tabs.ts';
import type { Timing } from '../timing.ts';
import { isMessageUnderWay } from './counted-channels.ts';

/** The answer of the hub to one request, in the order of the script. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /**
   * The connection breaks in the middle of the body; or nothing follows its first half until the
   * client gives up.
   */
  readonly fault?: 'cut' | 'stall';
}

export interface ScriptedHub {
  readonly baseUrl: string;
  /** Path and query of each request, with `If-None-Match`. */
  readonly asked: readonly string[];
  /** Keys that asked. */
  readonly keys: readonly string[];
  /** Aborted when everything of the script was answered and somebody asks again. */
  readonly ended: AbortSignal;
  readonly timing: ScriptedTiming;
  /** A client of it with this timing. */
  client(options?: { key?: string; tabs?: Tabs }): HubClient;
}

/** A reply, or a function that makes a reply from the query. */
export type ScriptedReply = Reply | ((query: URLSearchParams) => Reply | Promise<Reply>);

/** A hub that answers what a script says, and a clock that moves when the client waits. */
export async function openScriptedHub(script: readonly ScriptedReply[]): Promise<ScriptedHub> {
  const replies = [...script];
  const ended = new AbortController();
  const timing = new ScriptedTiming();
  const asked: string[] = [];
  const keys: string[] = [];
  const server = createServer(async (request, response) => {
    const reply = replies.shift();
    if (reply === undefined) {
      ended.abort();
      response.destroy();
      return;
    }
    asked.push(lineOf(request));
    keys.push((request.headers.authorization ?? '').replace('Bearer ', ''));
    const query = new URL(request.url ?? '', 'http://hub').searchParams;
    answer(typeof reply === 'function' ? await reply(query) : reply, response, () => timing.runOut());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const client = ({ key = 'hub_key', tabs }: { key?: string; tabs?: Tabs } = {}) =>
    openClient({ baseUrl, key, timing, tabs: tabs ?? null, timeoutMs: answerLimitMs });
  return { baseUrl, asked, keys, ended: ended.signal, timing, client };
}

const answerLimitMs = 29_999;

/**
 * Time passes only where the client waits: as soon as no message between tabs is under way. The
 * limit of an answer runs out when a script stalls.
 */
export class ScriptedTiming implements Timing {
  readonly #limits = new Set<() => void>();
  #now = Date.UTC(2026, 8, 14);
  /** Every wait so far, ms. */
  readonly waits: number[] = [];
  readonly random = (): number => 0.5;

  now(): number {
    return this.#now;
  }

  after(ms: number, action: () => void): () => void {
    if (ms === answerLimitMs) {
      this.#limits.add(action);
      return () => this.#limits.delete(action);
    }
    const pass = () => {
      if (isMessageUnderWay()) {
        passing = setImmediate(pass);
        return;
      }
      this.waits.push(ms);
      this.#now += ms;
      action();
    };
    let passing = setImmediate(pass);
    return () => clearImmediate(passing);
  }

  /** As a machine does when its clock is ahead. */
  setBack(ms: number): void {
    this.#now -= ms;
  }

  runOut(): void {
    for (const action of this.#limits) action();
  }
}

function lineOf({ url = '', headers }: IncomingMessage): string {
  const tag = headers['if-none-match'];
  const path = url.replace('/api/v1', '');
  return tag === undefined ? path : `${path} ${tag}`;
}

function answer(
  { status = 200, headers, body, fault }: Reply,
  response: ServerResponse,
  stalled: () => void,
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  if (status === 304) {
    response.writeHead(304, { ...headers }).end();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  if (fault === undefined) response.end(text);
  else {
    response.write(text.slice(0, text.length / 2), () => (fault === 'cut' ? response.destroy() : stalled()));
  }
}

/** A 200 of `/snapshot` with accounts of these names. */
export function snapshotReply(etag: string, lastModified: string, names: readonly string[]): Reply {
  const data = names.map((name) => ({ id: name, name, categories: [] }));
  return { headers: { etag }, body: { data, meta: { count: names.length, last_modified: lastModified } } };
}

/** A 200 of `/events` with events of these ids. */
export function eventsReply(nextCursor: string, ids: readonly string[]): Reply {
  const data = ids.map((id) => ({ id, type: 'loot', line: `line ${id}`, value_gp: 1_000_000 }));
  return { body: { data, meta: { count: ids.length, next_cursor: nextCursor } } };
}

export const unauthorizedReply: Reply = {
  status: 401,
  body: { error: { code: 'unauthorized', message: 'A valid API key is required.' } },
};
