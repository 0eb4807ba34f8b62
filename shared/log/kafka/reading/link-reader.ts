import { LogUnavailable } from '../../../errors/errors.ts';
import { partitionName, type StreamName } from '../../../events/streams.ts';
import { hasNews, type Page, type ReadOptions, type ReadPosition } from '../../event-log.ts';
import { brokerErrorCode } from '../broker-error-code.ts';
import type { KafkaLink } from '../kafka-link.ts';
import type { Outages } from '../outage-logging.ts';
import type { HighestKnownEnds } from './highest-known-ends.ts';
import { createRunningFetches } from './running-fetches.ts';
import { offsetKey, type SurplusRecords } from './surplus-records.ts';
import { trimPages } from './trim-pages.ts';

/**
 * Reads over one link, one read at a time. A fetch that waits at a quiet broker continues after its
 * read, and the next read uses the answer.
 */
export interface LinkReader {
  /**
   * Whether all running fetches ask only for these positions. Otherwise a read may wait for a fetch
   * of other positions.
   */
  suits(positions: readonly ReadPosition[]): boolean;
  /**
   * @throws LogUnavailable when no broker answers, or when a topic was missing since the last read:
   * the topic that is there now may be another
   */
  read(positions: readonly ReadPosition[], options: ReadOptions): Promise<readonly Page[]>;
  close(): Promise<void>;
}

export interface LinkReaderOptions {
  readonly link: KafkaLink;
  topicOf(stream: StreamName): string;
  readonly outages: Outages;
  /** Shared by all readers. */
  readonly highestKnownEnds: HighestKnownEnds;
  /** Shared by all readers. */
  readonly surplus: SurplusRecords;
  /** Like `FetchOptions.maxBytes`. */
  readonly fetchBytes?: number;
}

/** How long a fetch waits for records. A closing process waits for the answer. */
const fetchWaitMaxMs = 250;
/** After records from one broker, the others have this long to answer too. */
const othersMs = 20;
/** How long a read waits beyond its time for brokers that do not answer. */
const unansweredMs = 1_500;
const pageBytesMax = 4 * 1024 * 1024;
const fetchBytesDefault = 128 * 1024;

export function createLinkReader(options: LinkReaderOptions): LinkReader {
  const { surplus, fetchBytes = fetchBytesDefault } = options;
  const known = new Map<string, Pick<Page, 'start' | 'end'>>();
  let underWay: ReadUnderWay | undefined;
  let missingTopic: unknown;
  const fetches = createRunningFetches({
    ...options,
    onPage: (position, page) => {
      known.set(partitionName(position), { start: page.start, end: page.end });
      if (underWay !== undefined) underWay.take(position, page);
      else if (page.records.length > 0) surplus.keep(position.offset, page);
    },
    onFailure: (error) => {
      surplus.clear();
      if (brokerErrorCode(error) === 'UNKNOWN_TOPIC_OR_PARTITION') missingTopic = error;
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
      const end = fetches.nextEnd();
      const waitMs = (led: readonly ReadPosition[]) =>
        read.isAnswered(led) ? Math.max(0, Math.min(read.leftMs(), fetchWaitMaxMs)) : 0;
      await untilFirstOf(fetches.start(positions, waitMs, fetchBytes), read.endsAt(), signal);
      if (performance.now() >= read.endsAt()) return;
      await untilFirstOf(end, read.endsAt(), signal);
      if (performance.now() >= read.endsAt()) return;
    }
  }

  return {
    suits: (positions) => {
      const wanted = new Set(positions.map(offsetKey));
      return fetches.positions().every((position) => wanted.has(offsetKey(position)));
    },
    read: async (positions, { maxRecords, waitMs, signal }) => {
      signal?.throwIfAborted();
      const read = createReadUnderWay(positions, performance.now() + waitMs);
      const kept = surplus.take(positions);
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
      const missing = missingTopic;
      missingTopic = undefined;
      if (missing !== undefined) throw new LogUnavailable('a topic was missing', { cause: missing });
      const whole = read.pages((position) => known.get(partitionName(position)));
      const pages = trimPages(whole, maxRecords, pageBytesMax);
      for (const [index, page] of pages.entries()) keepRest(surplus, whole[index], page);
      return pages;
    },
    close: () => options.link.close(),
  };
}

function keepRest(surplus: SurplusRecords, whole: Page | undefined, { records }: Page): void {
  const last = records.at(-1);
  if (whole === undefined || last === undefined || records.length === whole.records.length) return;
  surplus.keep(last.offset + 1, { ...whole, records: whole.records.slice(records.length) });
}

interface ReadUnderWay {
  take(position: ReadPosition, page: Page): void;
  fail(error: unknown): void;
  isAnswered(positions: readonly ReadPosition[]): boolean;
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
 * A known end below the position is not used: a projection would conclude that this is another log.
 */
function unanswered(
  { stream, partition, offset }: ReadPosition,
  known: Pick<Page, 'start' | 'end'> | undefined,
): Page {
  const { start, end } = known === undefined || known.end < offset ? { start: offset, end: offset } : known;
  return { stream, partition, records: [], start, end, reachedEnd: false };
}

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
