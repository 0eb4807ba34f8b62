import { setTimeout as pause } from 'node:timers/promises';
import type { RouteAnswer } from '../answer.ts';
import { pacedStream } from './paced-stream.ts';

/** Up to here an answer is made whole: it has a length, and a failure on the way is still a clean error. */
const wholeMax = 64 * 1024;

/**
 * An answer from chunks of JSON text. A short one is sent whole; a long one is streamed as fast as the client reads,
 * holding a place that `takeSlot` gives. @throws what `takeSlot` throws, and what the chunks throw before the stream begins
 */
export async function textAnswer(
  chunks: AsyncGenerator<string>,
  takeSlot: () => () => void,
): Promise<RouteAnswer> {
  let head = '';
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { status: 200, body: { text: head } };
    head += next.value;
    if (head.length > wholeMax) break;
  }
  const release = takeSlot();
  return { status: 200, body: { stream: pacedStream(restingBetween(head, chunks), release) } };
}

/** Smaller chunks are sent together: each write is a packet. */
const writtenMin = 32 * 1024;
/**
 * Between chunks it rests for so many times as long as the last one took to make. Made in one go, the longest answer kept
 * a core of PostgreSQL busy for a minute, and on two cores others waited five times as long as without it.
 */
const restShare = 1;
const restMaxMs = 50;

async function* restingBetween(head: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  let text = head;
  let startedAt = performance.now();
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length < writtenMin) continue;
    const tookMs = performance.now() - startedAt;
    yield text;
    text = '';
    await pause(Math.min(restMaxMs, tookMs * restShare));
    startedAt = performance.now();
  }
  yield text;
}

/** The elements of pages as JSON text, joined by commas: one chunk per page. */
export async function* joined<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toJson: (row: Row) => unknown,
): AsyncGenerator<string> {
  let separator = '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(toJson(row))).join(',');
    separator = ',';
  }
}

/** Reads page after page, each behind the last row of the one before, until one is short. */
export async function* pagesOf<Row>(
  limit: number,
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null;
  for (;;) {
    const page: readonly Row[] = await read(last);
    yield page;
    if (page.length < limit) return;
    last = page.at(-1) ?? null;
  }
}
