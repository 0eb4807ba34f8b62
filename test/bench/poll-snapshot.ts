import { setTimeout as pause } from 'node:timers/promises';

const pollEveryMs = 2_000;
/** Pollers ask for everything this often, to learn who left. */
const wholeEvery = 30;

/**
 * Polls as a map does: every 2 s `since` the last answer with its ETag, and everything now and then.
 *
 * @param first the round that it begins with, so that pollers do not ask for everything at once
 * @throws when an answer is neither a body nor 304
 */
export async function pollSnapshot(
  url: string,
  key: string,
  first: number,
  signal: AbortSignal,
): Promise<void> {
  let etag: string | null = null;
  let since: string | null = null;
  for (let round = first; !signal.aborted; round += 1) {
    const whole = since === null || round % wholeEvery === 0;
    const query = whole ? '' : `?since=${since}`;
    const headers = {
      authorization: `Bearer ${key}`,
      ...(etag !== null && !whole ? { 'if-none-match': etag } : {}),
    };
    const answer: Response = await fetch(`${url}/api/v1/snapshot${query}`, { headers });
    const text = await answer.text();
    if (answer.status === 200) {
      etag = answer.headers.get('etag');
      since = JSON.parse(text).meta.last_modified;
    } else if (answer.status !== 304) {
      throw new Error(`a poller was answered ${answer.status}: ${text.slice(0, 200)}`);
    }
    await pause(pollEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
