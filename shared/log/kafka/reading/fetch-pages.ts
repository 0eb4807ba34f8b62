import type { FetchedPartition, KafkaBroker } from 'kafkajs/src/adapter-types.js';
import Batch from 'kafkajs/src/consumer/batch.js';
import type { StreamName } from '../../../events/streams.ts';
import type { Page, ReadPosition } from '../../event-log.ts';
import { brokerErrorCode } from '../broker-error-code.ts';
import { readCommitted } from '../kafka-link.ts';
import { logRecord } from '../kafka-record.ts';
import { readEnds } from './read-broker-ends.ts';

export interface FetchOptions {
  topicOf(stream: StreamName): string;
  readonly waitMs: number;
  /**
   * Compressed bytes in total. The first batch always comes whole. A fetch that skips batches
   * without records may be larger.
   */
  readonly maxBytes: number;
}

/**
 * The broker must lead all positions. A position below the start gets records from the start. A
 * position beyond the end gets no records.
 * @throws when a position cannot be read here now
 */
export async function fetchPages(
  broker: KafkaBroker,
  positions: readonly ReadPosition[],
  options: FetchOptions,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  try {
    return await fetchPastEmptied(
      broker,
      new Map(positions.map((position) => [position, position.offset])),
      options,
    );
  } catch (error) {
    // In kafkajs one partition out of range fails the whole answer.
    if (brokerErrorCode(error) !== 'OFFSET_OUT_OF_RANGE') throw error;
    return fetchWithinEnds(broker, positions, { ...options, waitMs: 0 });
  }
}

/** The offset at which the fetch of each position begins. */
type FetchOffsets = ReadonlyMap<ReadPosition, number>;

async function fetchWithinEnds(
  broker: KafkaBroker,
  positions: readonly ReadPosition[],
  options: FetchOptions,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  const pages = new Map<ReadPosition, Page>();
  const fetchOffsets = new Map<ReadPosition, number>();
  const ends = await readEnds(broker, positions, options.topicOf);
  for (const [index, position] of positions.entries()) {
    const { start, end } = ends[index] ?? { start: 0, end: 0 };
    const { stream, partition, offset } = position;
    if (offset <= end) fetchOffsets.set(position, Math.max(offset, start));
    else pages.set(position, { stream, partition, records: [], start, end, reachedEnd: false });
  }
  if (fetchOffsets.size === 0) return pages;
  return new Map([...pages, ...(await fetchPastEmptied(broker, fetchOffsets, options))]);
}

/** A fetch of this size without a record counts as the end of the log. */
const emptiedBytesMax = 4 * 1024 * 1024;

/**
 * Skips batches that have no records any more, with larger fetches. Otherwise the broker gives the
 * same empty answer again at once. Compaction keeps the last batch of each producer even without
 * records, and transactions leave markers, which are no records.
 *
 * An empty page next to other records says nothing: a broker fills an answer from the first
 * partitions of the request. The order of partitions is random, because kafkajs shuffles requests.
 */
async function fetchPastEmptied(
  broker: KafkaBroker,
  fetchOffsets: FetchOffsets,
  options: FetchOptions,
): Promise<ReadonlyMap<ReadPosition, Page>> {
  const pages = await fetchOnce(broker, fetchOffsets, options);
  const stuck = [...pages]
    .filter(([position, page]) => isBefore(fetchOffsets, position, page) && isEmpty(page))
    .map(([position]) => position);
  if (stuck.length === 0 || ![...pages.values()].every(isEmpty)) return pages;
  for (const position of stuck) {
    const page = await passEmptied(broker, fetchOffsets, position, options);
    pages.set(position, page);
    // A later fetch reads the other positions.
    if (!isEmpty(page)) return pages;
  }
  if (options.waitMs === 0) return pages;

  const waitAt = new Map(fetchOffsets);
  for (const position of stuck) waitAt.set(position, pages.get(position)?.end ?? position.offset);
  const news = await fetchOnce(broker, waitAt, options);
  // A later call of `fetchPages` reads the new records of a stuck position.
  for (const position of stuck) {
    const [before, after] = [pages.get(position), news.get(position)];
    if (before !== undefined && after !== undefined) {
      news.set(position, { ...before, end: after.end, reachedEnd: isEmpty(after) });
    }
  }
  return news;
}

async function passEmptied(
  broker: KafkaBroker,
  fetchOffsets: FetchOffsets,
  position: ReadPosition,
  options: FetchOptions,
): Promise<Page> {
  const fetchOffset = new Map([[position, fetchOffsets.get(position) ?? position.offset]]);
  for (let maxBytes = options.maxBytes * 4; ; maxBytes *= 4) {
    const bounded = Math.min(maxBytes, emptiedBytesMax);
    const [page] = (
      await fetchOnce(broker, fetchOffset, { ...options, waitMs: 0, maxBytes: bounded })
    ).values();
    if (page === undefined) throw new Error('the answer has no page');
    if (!isEmpty(page)) return page;
    if (bounded === emptiedBytesMax) return { ...page, reachedEnd: true };
  }
}

function isBefore(fetchOffsets: FetchOffsets, position: ReadPosition, { end }: Page): boolean {
  return (fetchOffsets.get(position) ?? position.offset) < end;
}

function isEmpty({ records }: Page): boolean {
  return records.length === 0;
}

async function fetchOnce(
  broker: KafkaBroker,
  fetchOffsets: FetchOffsets,
  { topicOf, waitMs, maxBytes }: FetchOptions,
): Promise<Map<ReadPosition, Page>> {
  const byTopic = Map.groupBy(fetchOffsets.keys(), ({ stream }) => topicOf(stream));
  const topics = [...byTopic].map(([topic, positions]) => ({
    topic,
    partitions: positions.map((position) => ({
      partition: position.partition,
      fetchOffset: String(fetchOffsets.get(position)),
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
      const position = byTopic.get(topicName)?.find(({ partition }) => partition === fetched.partition);
      if (position !== undefined)
        pages.set(position, pageOf(position, topicName, fetchOffsets.get(position) ?? 0, fetched));
    }
  }
  if (pages.size < fetchOffsets.size)
    throw new Error('the answer does not name a partition that was asked for');
  return pages;
}

function pageOf(
  { stream, partition }: ReadPosition,
  topic: string,
  from: number,
  fetched: FetchedPartition,
): Page {
  const { messages } = new Batch(topic, String(from), fetched);
  const records = messages.map((message) => logRecord({ stream, partition }, message));
  const next = (records.at(-1)?.offset ?? from - 1) + 1;
  // A broker reads its high watermark before the records, so records may have higher offsets.
  const end = Math.max(Number(fetched.highWatermark), records.length === 0 ? 0 : next);
  const start = Number(fetched.lastStartOffset);
  return { stream, partition, records, start, end, reachedEnd: next >= end };
}
