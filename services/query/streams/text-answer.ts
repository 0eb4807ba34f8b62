import { csvHeaders, type RouteAnswer } from '../http/answer.ts';
import { backpressuredStream } from './backpressured-stream.ts';
import type { StreamLimit } from './stream-limit.ts';

/**
 * An answer that is sent as a whole has a `content-length`, and a failure still becomes an error
 * answer.
 */
const wholeCharsMax = 64 * 1024;
/** Smaller chunks are joined, because each write is at least one packet. */
const writtenCharsMin = 32 * 1024;

/**
 * Sends a short answer as a whole, and streams a long answer. Only the first piece is read without
 * waiting for a turn.
 * @throws errors of `streamLimit.reserve`, and errors of `chunks` before the stream begins
 */
export async function textAnswer(
  chunks: AsyncGenerator<string>,
  streamLimit: StreamLimit,
  keyId: string,
): Promise<RouteAnswer> {
  let { text: start, isLast } = await readPiece(chunks);
  while (start.length <= wholeCharsMax) {
    if (isLast) return { status: 200, body: { text: start } };
    const next = await streamLimit.work(() => readPiece(chunks));
    start += next.text;
    isLast = next.isLast;
  }
  const release = await streamLimit.reserve(keyId);
  const pieces = piecesFrom(start, chunks, streamLimit);
  return { status: 200, body: { stream: backpressuredStream(pieces, release) } };
}

export async function csvTextAnswer(...given: Parameters<typeof textAnswer>): Promise<RouteAnswer> {
  return { ...(await textAnswer(...given)), headers: csvHeaders };
}

async function* piecesFrom(
  start: string,
  chunks: AsyncGenerator<string>,
  { work }: Pick<StreamLimit, 'work'>,
): AsyncGenerator<string> {
  try {
    for (let before = start, isWhole = false; !isWhole; before = '') {
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
  while (text.length < writtenCharsMin) {
    const next = await chunks.next();
    if (next.done) return { text, isLast: true };
    text += next.value;
  }
  return { text, isLast: false };
}

/** JSON text joined by commas, a chunk for each page. */
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

/** Reads pages until a page is not full. */
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
