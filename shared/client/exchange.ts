import { errorOfAnswer, HubError } from './hub-error.ts';
import { jsonObjectOf } from './json-object.ts';
import { orAborted, type Timing } from './timing.ts';

export interface Exchange {
  readonly url: string;
  readonly key: string;
  /** Asks for a 304 when the answer still has this tag. */
  readonly etag?: string | undefined;
  /** For the whole answer with its body. */
  readonly timeoutMs: number;
  readonly timing: Timing;
  readonly signal?: AbortSignal | undefined;
}

/** A success. `body` is null when the tag still holds (304). */
export interface Answered<Body> {
  readonly body: Body | null;
  readonly etag: string | undefined;
}

/** Makes something of the body of a 200. @throws whatever, where it cannot */
export type ReadBody<Body> = (body: ArrayBuffer, etag: string | undefined) => Body | Promise<Body>;

/**
 * One request and its whole answer. It ends with the signal, and in time, also while the body is read.
 * @throws HubError; the reason of `signal` when that was aborted
 */
export async function exchange<Body>(request: Exchange, read: ReadBody<Body>): Promise<Answered<Body>> {
  const { url, key, etag, timeoutMs, timing, signal } = request;
  signal?.throwIfAborted();
  // Not `AbortSignal.any`, which a signal as old as a page collects listeners of.
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener('abort', end, { once: true });
  const takeBack = timing.after(timeoutMs, end);
  try {
    const headers = { authorization: `Bearer ${key}`, ...(etag && { 'if-none-match': etag }) };
    // The read API takes no cookies, and a browser's cache would answer in place of the hub.
    const options = { headers, signal: ending.signal, cache: 'no-store', credentials: 'omit' } as const;
    return await orAborted(answerOf(await fetch(url, options), read), ending.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof HubError) throw error;
    if (ending.signal.aborted) throw new HubError('timeout', `no whole answer within ${timeoutMs} ms`);
    throw new HubError('unreachable', 'the hub cannot be reached');
  } finally {
    takeBack();
    signal?.removeEventListener('abort', end);
  }
}

async function answerOf<Body>(response: Response, read: ReadBody<Body>): Promise<Answered<Body>> {
  const { status, headers, ok } = response;
  const etag = headers.get('etag') ?? undefined;
  if (status === 304) return { body: null, etag };
  const bytes = await response.arrayBuffer();
  if (!ok) throw errorOfAnswer(status, await orNull(() => jsonObjectOf(bytes)), headers.get('retry-after'));
  const body = await orNull(() => read(bytes, etag));
  if (body === null) throw new HubError('unreadable', 'the answer is not what a hub gives', { status });
  return { body, etag };
}

async function orNull<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch {
    return null;
  }
}
