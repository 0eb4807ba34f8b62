import { pause } from '../../../shared/waiting.ts';
import type { RouteAnswer } from '../answer.ts';
import { pacedStream } from './paced-stream.ts';

/** Up to this many characters an answer is sent whole, with a length, and a failure still becomes a proper error. */
const wholeMax = 64 * 1024;

/**
 * An answer made of chunks of JSON text. A short one is sent whole; a long one is streamed as fast as the client reads and
 * holds a slot from `takeSlot` meanwhile. @throws what `takeSlot` throws, and what `chunks` throws before streaming begins
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

/** Smaller chunks are sent together, because each write is at least one packet. */
const writtenMin = 32 * 1024;
/**
 * After each chunk the stream pauses for this share of the time that the chunk took. Without pauses the longest answer kept
 * a core of PostgreSQL busy for a minute, and on two cores other requests took five times as long.
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

/** The rows of pages as JSON text, joined by commas, one chunk per page. */
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

/** Reads page after page, each after the last row of the one before, until a page is not full. */
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
