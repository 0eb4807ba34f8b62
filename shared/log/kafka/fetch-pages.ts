import type { FetchedPartition, KafkaBroker } from 'kafkajs/src/adapter-types.js';
import Batch from 'kafkajs/src/consumer/batch.js';
import type { StreamName } from '../../events/streams.ts';
import type { Page, Place } from '../event-log.ts';
import { brokerErrorCode } from './broker-error-code.ts';
import { readCommitted } from './kafka-link.ts';
import { logRecord } from './kafka-record.ts';
import { readEnds } from './read-ends.ts';

export interface FetchOptions {
  topicOf(stream: StreamName): string;
  /** How long the broker holds its answer while it has nothing. */
  readonly waitMs: number;
  /** Of compressed bytes, in all; a whole batch comes whatever its size. */
  readonly maxBytes: number;
}

/**
 * One page for each place, all of them led by this broker, in no particular order. A place below the start of the log
 * gets records from there, one beyond its end none; `start` and `end` tell. @throws when one cannot be read here now
 */
export async function fetchPages(
  broker: KafkaBroker,
  places: readonly Place[],
  options: FetchOptions,
): Promise<ReadonlyMap<Place, Page>> {
  try {
    return await fetchPastEmptied(broker, new Map(places.map((place) => [place, place.offset])), options);
  } catch (error) {
    // One partition out of range fails the whole answer; the ends tell which one it was.
    if (brokerErrorCode(error) !== 'OFFSET_OUT_OF_RANGE') throw error;
    return fetchWithinEnds(broker, places, { ...options, waitMs: 0 });
  }
}

/** Where the fetch of each place begins: at its offset, or where the log has something again. */
type Starts = ReadonlyMap<Place, number>;

async function fetchWithinEnds(
  broker: KafkaBroker,
  places: readonly Place[],
  options: FetchOptions,
): Promise<ReadonlyMap<Place, Page>> {
  const pages = new Map<Place, Page>();
  const starts = new Map<Place, number>();
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

/** Of an answer of this size without a record: 68,000 emptied batches in a row, more than a log has. */
const emptiedBytesMax = 4 * 1024 * 1024;

/**
 * Compaction leaves emptied batches behind, the last of each producer, and transactions of strangers leave markers. An
 * answer that holds nothing else looks like the end, and asking again brings the same at once: kafkajs went round 7,443
 * times in 5 s. More bytes lead past them; where nothing else is left, that is the end, and it is there that the broker
 * has to wait for more.
 */
async function fetchPastEmptied(
  broker: KafkaBroker,
  starts: Starts,
  options: FetchOptions,
): Promise<ReadonlyMap<Place, Page>> {
  const pages = await fetchOnce(broker, starts, options);
  const stuck = [...pages].filter(([place, page]) => isBefore(starts, place, page) && isEmpty(page));
  if (stuck.length === 0) return pages;
  for (const [place, page] of stuck)
    pages.set(place, await passEmptied(broker, starts, place, page, options));
  if (options.waitMs === 0 || ![...pages.values()].every(isEmpty)) return pages;

  const waitAt = new Map([...starts, ...stuck.map(([place, { end }]) => [place, end] as const)]);
  const news = await fetchOnce(broker, waitAt, options);
  // What came behind emptied batches is read from the place itself, the next time.
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
  place: Place,
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

function isBefore(starts: Starts, place: Place, { end }: Page): boolean {
  return (starts.get(place) ?? place.offset) < end;
}

function isEmpty({ records }: Page): boolean {
  return records.length === 0;
}

async function fetchOnce(
  broker: KafkaBroker,
  starts: Starts,
  { topicOf, waitMs, maxBytes }: FetchOptions,
): Promise<Map<Place, Page>> {
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
  const pages = new Map<Place, Page>();
  for (const { topicName, partitions } of responses) {
    for (const fetched of partitions) {
      const place = byTopic.get(topicName)?.find(({ partition }) => partition === fetched.partition);
      if (place !== undefined) pages.set(place, pageOf(place, topicName, starts.get(place) ?? 0, fetched));
    }
  }
  if (pages.size < starts.size) throw new Error('the answer does not name a partition that was asked for');
  return pages;
}

function pageOf({ stream, partition }: Place, topic: string, from: number, fetched: FetchedPartition): Page {
  const end = Number(fetched.highWatermark);
  const { messages } = new Batch(topic, String(from), fetched);
  const records = messages.map((message) => logRecord({ stream, partition }, message));
  const next = (records.at(-1)?.offset ?? from - 1) + 1;
  const start = Number(fetched.lastStartOffset);
  return { stream, partition, records, start, end, reachedEnd: next >= end };
}
