import type { RouteAnswer } from '../answer.ts';
import { pacedStream } from './paced-stream.ts';
import type { StreamSlot } from './stream-slots.ts';

/** Up to this many characters an answer is sent whole, with a length, and a failure still becomes a proper error. */
const wholeMax = 64 * 1024;

/**
 * An answer made of chunks of JSON text. A short one is sent whole; a long one is streamed as fast as the client reads, and
 * holds a slot from `takeSlot` meanwhile, which says when it is worked on. @throws what `takeSlot` throws, and what `chunks`
 * throws before streaming begins
 */
export async function textAnswer(
  chunks: AsyncGenerator<string>,
  takeSlot: () => StreamSlot,
): Promise<RouteAnswer> {
  let head = '';
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { status: 200, body: { text: head } };
    head += next.value;
    if (head.length > wholeMax) break;
  }
  const slot = takeSlot();
  return { status: 200, body: { stream: pacedStream(piecesOf(head, chunks, slot), slot.release) } };
}

/** Smaller chunks are sent together, because each write is at least one packet. */
const writtenMin = 32 * 1024;

/** Pieces of at least `writtenMin`, the first one with the head, each made when it is the slot's turn. */
async function* piecesOf(
  head: string,
  chunks: AsyncGenerator<string>,
  slot: StreamSlot,
): AsyncGenerator<string> {
  try {
    for (let before = head, isWhole = false; !isWhole; before = '') {
      const piece = await slot.work(() => readPiece(chunks));
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
