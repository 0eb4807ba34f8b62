import { csvHeaders } from '../csv/csv-answer.ts';
import type { RouteAnswer } from '../http/answer.ts';
import { backpressuredStream } from './backpressured-stream.ts';
import type { StreamLimit } from './stream-limit.ts';

/**
 * Up to this many characters an answer is sent whole, with a length, and a failure still becomes a
 * proper error.
 */
const wholeMax = 64 * 1024;
/** Smaller chunks are sent together, because each write is at least one packet. */
const writtenMin = 32 * 1024;

/**
 * An answer of chunks of JSON text. A short answer is sent whole. A long answer is streamed as fast
 * as the client reads, and holds a slot of its key. Each piece after the first waits for its turn
 * among the long answers.
 * @throws errors of `slots.take`, and errors of `chunks` before streaming
 * begins
 */
export async function textAnswer(
  chunks: AsyncGenerator<string>,
  slots: StreamLimit,
  keyId: string,
): Promise<RouteAnswer> {
  let { text: head, isLast } = await readPiece(chunks);
  while (head.length <= wholeMax) {
    if (isLast) return { status: 200, body: { text: head } };
    const next = await slots.work(() => readPiece(chunks));
    head += next.text;
    isLast = next.isLast;
  }
  const slot = await slots.take(keyId);
  return { status: 200, body: { stream: backpressuredStream(piecesOf(head, chunks, slots), slot.release) } };
}

/** As `textAnswer`, of CSV text. */
export async function csvTextAnswer(...given: Parameters<typeof textAnswer>): Promise<RouteAnswer> {
  return { ...(await textAnswer(...given)), headers: csvHeaders };
}

/** Pieces of at least `writtenMin`, the first one with the head, each made when it is its turn. */
async function* piecesOf(
  head: string,
  chunks: AsyncGenerator<string>,
  { work }: Pick<StreamLimit, 'work'>,
): AsyncGenerator<string> {
  try {
    for (let before = head, isWhole = false; !isWhole; before = '') {
      const piece = await work(() => readPiece(chunks));
      isWhole = piece.isLast;
      yield before + piece.text;
    }
  } finally {
    await chunks.return(undefined);
  }
}

async function readPiece(
  chunks: AsyncGenerator<string>,
): Promise<{ readonly text: string; readonly isLast: boolean }> {
  let text = '';
  while (text.length < writtenMin) {
    const next = await chunks.next();
    if (next.done) return { text, isLast: true };
    text += next.value;
  }
  return { text, isLast: false };
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
