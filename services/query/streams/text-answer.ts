import type { Answer } from '../answer.ts';
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
): Promise<Answer> {
  let head = '';
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { status: 200, body: { text: head } };
    head += next.value;
    if (head.length > wholeMax) break;
  }
  const release = takeSlot();
  return { status: 200, body: { stream: pacedStream(after(head, chunks), release) } };
}

async function* after(head: string, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* chunks;
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
