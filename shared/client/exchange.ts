import { errorOfAnswer, HubError } from './hub-error.ts';
import { jsonObjectOf, UnreadableBody } from './json-object.ts';
import { orAborted, type Timing } from './timing.ts';

export interface Exchange {
  readonly url: string;
  readonly key: string;
  /** Asks for a 304 when this tag still holds. */
  readonly etag?: string | undefined;
  /** For the whole answer with its body. */
  readonly timeoutMs: number;
  readonly timing: Timing;
  readonly signal?: AbortSignal | undefined;
}

/** `body` is null for a 304. */
export interface Answered<Body> {
  readonly body: Body | null;
  readonly etag: string | undefined;
}

/** Reads the body of a 200. @throws UnreadableBody for a body that no hub sends */
export type ReadBody<Body> = (body: ArrayBuffer, etag: string | undefined) => Body | Promise<Body>;

/**
 * Ends when `signal` is aborted and after `timeoutMs`, also while the body is read.
 * @throws HubError; the reason of `signal`; TypeError when the address or the key cannot be sent;
 * every other error of `read`
 */
export async function exchange<Body>(request: Exchange, read: ReadBody<Body>): Promise<Answered<Body>> {
  const { url, key, etag, timeoutMs, timing, signal } = request;
  signal?.throwIfAborted();
  // Not `AbortSignal.any`: a signal that lives as long as a page would collect its listeners.
  const ending = new AbortController();
  const end = () => ending.abort();
  // Before the `try`: sending a malformed request again does not help.
  const asked = requestOf(url, key, etag, ending.signal);
  signal?.addEventListener('abort', end, { once: true });
  const takeBack = timing.after(timeoutMs, end);
  try {
    return await orAborted(answerOf(asked, read), ending.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (!ending.signal.aborted || !isCausedBySignal(cause, ending.signal)) throw cause;
    throw new HubError('timeout', `no whole answer within ${timeoutMs} ms`, { cause });
  } finally {
    takeBack();
    signal?.removeEventListener('abort', end);
  }
}

/**
 * @throws TypeError for a malformed address or key. The message hides both, but a message of the
 * browser would not.
 */
function requestOf(url: string, key: string, etag: string | undefined, signal: AbortSignal): Request {
  let wrong = 'key';
  try {
    const headers = new Headers({ authorization: `Bearer ${key}`, ...(etag && { 'if-none-match': etag }) });
    wrong = 'baseUrl';
    // The read API takes no cookies, and a browser's cache would answer in place of the hub.
    const request = new Request(url, { headers, signal, cache: 'no-store', credentials: 'omit' });
    // `localhost:3000` is an address of the protocol `localhost:`.
    if (/^https?:/.test(request.url)) return request;
  } catch {
    // Reported below.
  }
  throw new TypeError(`${wrong} is malformed: correct the options of openClient`);
}

function isCausedBySignal(cause: unknown, { reason }: AbortSignal): boolean {
  return cause === reason || (cause instanceof HubError && cause.code === 'unreachable');
}

async function answerOf<Body>(asked: Request, read: ReadBody<Body>): Promise<Answered<Body>> {
  const response = await orUnreachable(fetch(asked));
  const { status, headers, ok } = response;
  const etag = headers.get('etag') ?? undefined;
  if (status === 304) return { body: null, etag };
  const bytes = await orUnreachable(response.arrayBuffer());
  if (!ok) throw errorOfAnswer(status, errorBodyOf(bytes), headers.get('retry-after'));
  try {
    return { body: await read(bytes, etag), etag };
  } catch (cause) {
    if (!(cause instanceof UnreadableBody)) throw cause;
    throw new HubError('unreadable', 'the answer is not what a hub gives', { status, cause });
  }
}

function orUnreachable<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch((cause: unknown) => {
    throw new HubError('unreachable', 'the hub cannot be reached', { cause });
  });
}

/** @returns null when the body is no JSON object */
function errorBodyOf(bytes: ArrayBuffer): unknown {
  try {
    return jsonObjectOf(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return null;
  }
}
