import { LogUnavailable } from '../../../errors/errors.ts';
import { partitionName, type StreamName } from '../../../events/streams.ts';
import type { Page, ReadOptions, ReadPosition } from '../../event-log.ts';
import { hasNews } from '../../event-log.ts';
import type { KafkaLink } from '../kafka-link.ts';
import type { Outages } from '../outages.ts';
import { cutPages } from './cut-pages.ts';
import { createPolls } from './long-polls.ts';
import type { ReportedEnds } from './reported-ends.ts';
import { offsetKey, type Remainders } from './surplus-records.ts';

/**
 * Reads over one link, one read at a time. A fetch that waits at a quiet broker continues after the read that began it, and
 * the next read uses its answer. So a projection gets records from one broker at once while fetches wait at the others.
 */
export interface LinkReader {
  /** Whether all running fetches are for these positions, so that a read of them does not have to wait for others. */
  suits(positions: readonly ReadPosition[]): boolean;
  /** @throws LogUnavailable when no broker answers */
  read(positions: readonly ReadPosition[], options: ReadOptions): Promise<readonly Page[]>;
  close(): Promise<void>;
}

export interface ReaderOptions {
  readonly link: KafkaLink;
  topicOf(stream: StreamName): string;
  readonly outages: Outages;
  /** Shared by all readers of the log. */
  readonly reportedEnds: ReportedEnds;
  /** Shared, too: whichever reader comes next may use them. */
  readonly remainders: Remainders;
  /** Maximum of compressed bytes in a fetch; 128 KB hold up to 5,000 small records, which take 32 ms to decode. */
  readonly fetchBytes?: number;
}

/** How long a broker waits for records before it answers a fetch; a closing process waits for it. */
const longPollMs = 250;
/** After records from one broker, others that were just asked have this long to answer, too. */
const othersMs = 20;
/** How long after its time a read ends when brokers do not answer. */
const unansweredMs = 1_500;
const pageBytesMax = 4 * 1024 * 1024;
const fetchBytesDefault = 128 * 1024;

export function createLinkReader(options: ReaderOptions): LinkReader {
  const { remainders, fetchBytes = fetchBytesDefault } = options;
  const known = new Map<string, Pick<Page, 'start' | 'end'>>();
  let underWay: ReadUnderWay | undefined;
  const polls = createPolls({
    ...options,
    onPage: (position, page) => {
      known.set(partitionName(position), { start: page.start, end: page.end });
      if (underWay !== undefined) underWay.take(position, page);
      else if (page.records.length > 0) remainders.keep(position.offset, page);
    },
    onFailure: (error) => {
      remainders.clear();
      underWay?.fail(error);
    },
  });

  async function collect(
    read: ReadUnderWay,
    positions: readonly ReadPosition[],
    signal?: AbortSignal,
  ): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const end = polls.nextEnd();
      // The first fetch of a position does not wait; later ones wait for new records.
      const waitMs = (led: readonly ReadPosition[]) =>
        read.isAnswered(led) ? Math.max(0, Math.min(read.leftMs(), longPollMs)) : 0;
      await untilFirstOf(polls.ask(positions, waitMs, fetchBytes), read.endsAt(), signal);
      if (performance.now() >= read.endsAt()) return;
      await untilFirstOf(end, read.endsAt(), signal);
      if (performance.now() >= read.endsAt()) return;
    }
  }

  return {
    suits: (positions) => {
      const wanted = new Set(positions.map(offsetKey));
      return polls.positions().every((position) => wanted.has(offsetKey(position)));
    },
    read: async (positions, { maxRecords, waitMs, signal }) => {
      signal?.throwIfAborted();
      const read = createReadUnderWay(positions, performance.now() + waitMs);
      const kept = remainders.take(positions);
      for (const [position, page] of kept) read.take(position, page);
      if (kept.size === 0) {
        underWay = read;
        try {
          await collect(read, positions, signal);
          signal?.throwIfAborted();
        } finally {
          underWay = undefined;
        }
      }
      const whole = read.pages((position) => known.get(partitionName(position)));
      const pages = cutPages(whole, maxRecords, pageBytesMax);
      for (const [index, page] of pages.entries()) keepRest(remainders, whole[index], page);
      return pages;
    },
    close: () => options.link.close(),
  };
}

function keepRest(remainders: Remainders, whole: Page | undefined, { records }: Page): void {
  const last = records.at(-1);
  if (whole === undefined || last === undefined || records.length === whole.records.length) return;
  remainders.keep(last.offset + 1, { ...whole, records: whole.records.slice(records.length) });
}

/** The answers to the current read so far. */
interface ReadUnderWay {
  take(position: ReadPosition, page: Page): void;
  fail(error: unknown): void;
  isAnswered(positions: readonly ReadPosition[]): boolean;
  /** When it ends if there are no more answers. */
  endsAt(): number;
  leftMs(): number;
  /** @throws LogUnavailable when no broker answered */
  pages(knownEnds: (position: ReadPosition) => Pick<Page, 'start' | 'end'> | undefined): Page[];
}

function createReadUnderWay(positions: readonly ReadPosition[], until: number): ReadUnderWay {
  const answers = new Map<string, Page>();
  let newsAt = Number.POSITIVE_INFINITY;
  let failure: unknown;

  function isAnswered(asked: readonly ReadPosition[]): boolean {
    return asked.every((position) => answers.has(offsetKey(position)));
  }

  return {
    take: (position, page) => {
      answers.set(offsetKey(position), page);
      if (hasNews(page, position.offset)) newsAt = Math.min(newsAt, performance.now());
    },
    fail: (error) => {
      failure = error;
    },
    isAnswered,
    endsAt: () =>
      isAnswered(positions) ? Math.min(newsAt, until) : Math.min(newsAt + othersMs, until + unansweredMs),
    leftMs: () => until - performance.now(),
    pages: (knownEnds) => {
      if (answers.size === 0) throw new LogUnavailable('the log could not be read', { cause: failure });
      return positions.map(
        (position) => answers.get(offsetKey(position)) ?? unanswered(position, knownEnds(position)),
      );
    },
  };
}

/**
 * An empty page, with the ends that were known before. Another reader may have read on since they were: an end below the
 * position says nothing then, and would be taken for that of another log.
 */
function unanswered(
  { stream, partition, offset }: ReadPosition,
  known: Pick<Page, 'start' | 'end'> | undefined,
): Page {
  const { start, end } = known === undefined || known.end < offset ? { start: offset, end: offset } : known;
  return { stream, partition, records: [], start, end, reachedEnd: false };
}

/** Waits for the work, the time or the signal, whichever comes first. */
function untilFirstOf(work: Promise<void>, at: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, at - performance.now()));
    signal?.addEventListener('abort', done);
    // A signal that is already aborted fires no event.
    if (signal?.aborted) done();
    void work.then(done);
  });
}
