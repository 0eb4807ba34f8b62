import { errorOfAnswer, HubError } from './hub-error.ts';
import type { Timing } from './timing.ts';

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

/** A success. `body` is null when the tag still holds (304), and `text`, from which it was parsed, is empty. */
export interface Answered<Body> {
  readonly body: Body | null;
  readonly text: string;
  readonly etag: string | undefined;
}

/**
 * One request and its whole answer, taken for what the hub's schemas say: its tests hold answers to them.
 * @throws HubError; the reason of `signal` when that was aborted
 */
export async function exchange<Body>(request: Exchange): Promise<Answered<Body>> {
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
    return await answerOf(
      await fetch(url, { headers, signal: ending.signal, cache: 'no-store', credentials: 'omit' }),
    );
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

async function answerOf<Body>(response: Response): Promise<Answered<Body>> {
  const etag = response.headers.get('etag') ?? undefined;
  if (response.status === 304) return { body: null, text: '', etag };
  const text = await response.text();
  const body = parsed<Body>(text);
  if (!response.ok) throw errorOfAnswer(response.status, body, response.headers.get('retry-after'));
  if (body === null) {
    throw new HubError('unreadable', 'the answer is not what a hub gives', { status: response.status });
  }
  return { body, text, etag };
}

/** A JSON object; null for anything else. */
function parsed<Body>(text: string): Body | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
