import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type HubClient, openClient } from '../open-client.ts';
import type { Tabs } from '../tabs/tabs.ts';
import type { Timing } from '../timing.ts';
import { isMessageUnderWay } from './counted-channels.ts';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** `cut` breaks the connection in the middle of the body. `stall` sends only the first half. */
  readonly fault?: 'cut' | 'stall';
}

export interface ScriptedHub {
  readonly baseUrl: string;
  /** Path and query of each request, with `If-None-Match`. */
  readonly asked: readonly string[];
  readonly keys: readonly string[];
  /** Aborted by a request after the end of the script. */
  readonly ended: AbortSignal;
  readonly timing: ScriptedTiming;
  client(options?: { key?: string; tabs?: Tabs }): HubClient;
}

export type ScriptedReply = Reply | ((query: URLSearchParams) => Reply | Promise<Reply>);

/** The clock moves when the client waits. */
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

/** A wait ends when no message between tabs is under way. Limits of answers end by `runOut`. */
export class ScriptedTiming implements Timing {
  readonly #limits = new Set<() => void>();
  #now = Date.UTC(2026, 8, 14);
  /** In ms. */
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

export function snapshotReply(etag: string, lastModified: string, names: readonly string[]): Reply {
  const data = names.map((name) => ({ id: name, name, categories: [] }));
  return { headers: { etag }, body: { data, meta: { count: names.length, last_modified: lastModified } } };
}

export function eventsReply(nextCursor: string, ids: readonly string[], caughtUp?: boolean): Reply {
  const data = ids.map((id) => ({ id, type: 'loot', line: `line ${id}`, value_gp: 1_000_000 }));
  return { body: { data, meta: { count: ids.length, next_cursor: nextCursor, caught_up: caughtUp } } };
}

export const unauthorizedReply: Reply = {
  status: 401,
  body: { error: { code: 'unauthorized', message: 'A valid API key is required.' } },
};
