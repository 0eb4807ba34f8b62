import type { FetchedPartition, KafkaBroker } from 'kafkajs/src/adapter-types.js';
import Batch from 'kafkajs/src/consumer/batch.js';
import type { StreamName } from '../../events/streams.ts';
import type { Page, ReadPosition } from '../event-log.ts';
import { brokerErrorCode } from './broker-error-code.ts';
import { readCommitted } from './kafka-link.ts';
import { logRecord } from './kafka-record.ts';
import { readEnds } from './read-ends.ts';

export interface FetchOptions {
  topicOf(stream: StreamName): string;
  /** How long the broker waits with its answer while it has no records. */
  readonly waitMs: number;
  /** Maximum of compressed bytes in total; the first batch comes whole, whatever its size. */
  readonly maxBytes: number;
}

/**
 * Fetches one page for each place; this broker has to lead them all. A place below the start of the log gets records from
 * the start, a place beyond the end gets none; `start` and `end` show it. @throws when a place cannot be read here now
 */
export async function fetchPages(
  broker: KafkaBroker,
  places: readonly ReadPosition[],
  options: FetchOptions,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  try {
    return await fetchPastEmptied(broker, new Map(places.map((place) => [place, place.offset])), options);
  } catch (error) {
    // In kafkajs one partition out of range fails the whole answer; the ends show which one it was.
    if (brokerErrorCode(error) !== 'OFFSET_OUT_OF_RANGE') throw error;
    return fetchWithinEnds(broker, places, { ...options, waitMs: 0 });
  }
}

/** The offset at which the fetch of each place begins: its own, or the start of the log if that is higher. */
type Starts = ReadonlyMap<ReadPosition, number>;

async function fetchWithinEnds(
  broker: KafkaBroker,
  places: readonly ReadPosition[],
  options: FetchOptions,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  const pages = new Map<ReadPosition, Page>();
  const starts = new Map<ReadPosition, number>();
  const ends = await readEnds(broker, places, options.topicOf);
  for (const [index, place] of places.entries()) {
    const { start, end } = ends[index] ?? { start: 0, end: 0 };
    const { stream, partition, offset } = place;
    if (offset <= end) starts.set(place, Math.max(offset, start));
    else pages.set(place, { stream, partition, records: [], start, end, reachedEnd: false });
  }
  if (starts.size === 0) return pages;
  return new Map([...pages, ...(await fetchPastEmptied(broker, starts, options))]);
}

/** The largest fetch without a record: 68,000 emptied batches in a row, more than any log has. */
const emptiedBytesMax = 4 * 1024 * 1024;

/**
 * Compaction keeps the last batch of each producer even when it is empty, and transactions of other programs leave markers.
 * An answer with nothing else looks like the end of the log, and another fetch gets the same answer at once: kafkajs repeated
 * it 7,443 times in 5 s. So more bytes are fetched to get past them. If nothing follows, this is the end, and the broker
 * has to wait there for new records.
 */
async function fetchPastEmptied(
  broker: KafkaBroker,
  starts: Starts,
  options: FetchOptions,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  const pages = await fetchOnce(broker, starts, options);
  const stuck = [...pages].filter(([place, page]) => isBefore(starts, place, page) && isEmpty(page));
  if (stuck.length === 0) return pages;
  for (const [place, page] of stuck)
    pages.set(place, await passEmptied(broker, starts, place, page, options));
  if (options.waitMs === 0 || ![...pages.values()].every(isEmpty)) return pages;

  const waitAt = new Map([...starts, ...stuck.map(([place, { end }]) => [place, end] as const)]);
  const news = await fetchOnce(broker, waitAt, options);
  // New records after the emptied batches are read by the next fetch, from the place itself.
  for (const [place] of stuck) {
    const [before, after] = [pages.get(place), news.get(place)];
    if (before !== undefined && after !== undefined) {
      news.set(place, { ...before, end: after.end, reachedEnd: isEmpty(after) });
    }
  }
  return news;
}

async function passEmptied(
  broker: KafkaBroker,
  starts: Starts,
  place: ReadPosition,
  empty: Page,
  options: FetchOptions,
): Promise<Page> {
  const start = new Map([[place, starts.get(place) ?? place.offset]]);
  for (let maxBytes = options.maxBytes * 4; ; maxBytes *= 4) {
    const bounded = Math.min(maxBytes, emptiedBytesMax);
    const page = (await fetchOnce(broker, start, { ...options, waitMs: 0, maxBytes: bounded })).get(place);
    if (page !== undefined && !isEmpty(page)) return page;
    if (bounded === emptiedBytesMax) return { ...(page ?? empty), reachedEnd: true };
  }
}

function isBefore(starts: Starts, place: ReadPosition, { end }: Page): boolean {
  return (starts.get(place) ?? place.offset) < end;
}

function isEmpty({ records }: Page): boolean {
  return records.length === 0;
}

async function fetchOnce(
  broker: KafkaBroker,
  starts: Starts,
  { topicOf, waitMs, maxBytes }: FetchOptions,
): Promise<Map<ReadPosition, Page>> {
  const byTopic = Map.groupBy(starts.keys(), ({ stream }) => topicOf(stream));
  const topics = [...byTopic].map(([topic, places]) => ({
    topic,
    partitions: places.map((place) => ({
      partition: place.partition,
      fetchOffset: String(starts.get(place)),
      maxBytes,
    })),
  }));
  const { responses } = await broker.fetch({
    isolationLevel: readCommitted,
    maxWaitTime: waitMs,
    minBytes: 1,
    maxBytes,
    topics,
  });
  const pages = new Map<ReadPosition, Page>();
  for (const { topicName, partitions } of responses) {
    for (const fetched of partitions) {
      const place = byTopic.get(topicName)?.find(({ partition }) => partition === fetched.partition);
      if (place !== undefined) pages.set(place, pageOf(place, topicName, starts.get(place) ?? 0, fetched));
    }
  }
  if (pages.size < starts.size) throw new Error('the answer does not name a partition that was asked for');
  return pages;
}

function pageOf(
  { stream, partition }: ReadPosition,
  topic: string,
  from: number,
  fetched: FetchedPartition,
): Page {
  const end = Number(fetched.highWatermark);
  const { messages } = new Batch(topic, String(from), fetched);
  const records = messages.map((message) => logRecord({ stream, partition }, message));
  const next = (records.at(-1)?.offset ?? from - 1) + 1;
  const start = Number(fetched.lastStartOffset);
  return { stream, partition, records, start, end, reachedEnd: next >= end };
}
