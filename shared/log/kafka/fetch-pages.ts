import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchedPartition } from 'kafkajs/src/adapter-types.js';
import type { Page, Place, ReadOptions } from '../event-log.ts';
import { shareRecords } from '../share-records.ts';
import { type KafkaLink, type Leader, readCommitted } from './kafka-link.ts';
import { logRecord } from './kafka-record.ts';
import { readEnds } from './read-ends.ts';

/** A broker holds a fetch for this long when there is nothing; a closing process waits for it. */
const longPollMs = 250;
/** Compressed bytes of one fetch: 128 KB hold up to 5,000 small records, which take 32 ms to decode in one go. */
const fetchBytes = 128 * 1024;
const fetchBytesMax = 4 * 1024 * 1024;
const emptyAnswerPauseMs = 100;

export interface PageSource {
  readonly link: KafkaLink;
  topicOf(stream: Place['stream']): string;
}

/** `EventLog.read` over one link: one fetch per leading broker, each waiting at the broker for news. */
export async function fetchPages(
  source: PageSource,
  places: readonly Place[],
  { maxRecords, waitMs, signal }: ReadOptions,
): Promise<readonly Page[]> {
  const until = performance.now() + waitMs;
  let maxBytes = fetchBytes;
  for (;;) {
    signal?.throwIfAborted();
    const left = until - performance.now();
    const pages = await fetchOnce(source, places, Math.max(0, Math.min(left, longPollMs)), maxBytes);
    signal?.throwIfAborted();
    if (left <= 0 || pages.some((page, index) => hasNews(page, places[index]))) {
      return shareRecords(pages, maxRecords);
    }
    // Below the end and yet without a record: batches that compaction emptied. Only more bytes lead past them.
    if (pages.some((page) => !page.reachedEnd)) {
      await sleep(emptyAnswerPauseMs, undefined, { signal: signal ?? AbortSignal.timeout(longPollMs) });
      maxBytes = Math.min(maxBytes * 2, fetchBytesMax);
    }
  }
}

function hasNews(page: Page, place: Place | undefined): boolean {
  const wanted = place?.offset ?? 0;
  return page.records.length > 0 || page.start > wanted || page.end < wanted;
}

async function fetchOnce(
  source: PageSource,
  places: readonly Place[],
  maxWaitTime: number,
  maxBytes: number,
): Promise<Page[]> {
  const led = await Promise.all(
    places.map(async (place) => ({
      place,
      leader: await source.link.leaderOf(source.topicOf(place.stream), place.partition),
    })),
  );
  const byLeader = Map.groupBy(led, ({ leader }) => leader.nodeId);
  const pages = new Map<Place, Page>();
  await Promise.all(
    [...byLeader.values()].map(async (group) => {
      const [first] = group;
      if (first === undefined) return;
      const wanted = group.map(({ place }) => place);
      for (const [place, page] of await fetchFrom(source, first.leader, wanted, maxWaitTime, maxBytes)) {
        pages.set(place, page);
      }
    }),
  );
  return places.map((place) => {
    const page = pages.get(place);
    if (page === undefined) throw new Error('the answer does not name a partition that was asked for');
    return page;
  });
}

async function fetchFrom(
  source: PageSource,
  { broker }: Leader,
  places: readonly Place[],
  maxWaitTime: number,
  maxBytes: number,
): Promise<(readonly [Place, Page])[]> {
  const byTopic = Map.groupBy(places, (place) => source.topicOf(place.stream));
  const topics = [...byTopic].map(([topic, wanted]) => ({
    topic,
    partitions: wanted.map(({ partition, offset }) => ({ partition, fetchOffset: String(offset), maxBytes })),
  }));
  try {
    const { responses } = await broker.fetch({
      isolationLevel: readCommitted,
      maxWaitTime,
      minBytes: 1,
      maxBytes,
      topics,
    });
    return responses.flatMap(({ topicName, partitions }) =>
      partitions.flatMap((fetched) => {
        const place = byTopic.get(topicName)?.find(({ partition }) => partition === fetched.partition);
        return place === undefined ? [] : [[place, pageOf(place, fetched)] as const];
      }),
    );
  } catch (error) {
    // One partition out of range fails the whole answer; the ends tell the reader which one it was.
    if ((error as { type?: unknown }).type !== 'OFFSET_OUT_OF_RANGE') throw error;
    return emptyPages(source, places);
  }
}

async function emptyPages(source: PageSource, places: readonly Place[]): Promise<(readonly [Place, Page])[]> {
  const ends = await readEnds(
    source.link,
    places.map((place) => ({ ...place, topic: source.topicOf(place.stream) })),
  );
  return places.map((place, index) => {
    const { stream, partition } = place;
    const { start, end } = ends[index] ?? { start: 0, end: 0 };
    return [place, { stream, partition, records: [], start, end, reachedEnd: false }];
  });
}

function pageOf(place: Place, fetched: FetchedPartition): Page {
  const end = Number(fetched.highWatermark);
  const records = fetched.messages
    // A compressed batch is sent whole: it may begin below the wanted offset.
    .filter((message) => !message.isControlRecord && Number(message.offset) >= place.offset)
    .map((message) => logRecord(place, message));
  const next = (records.at(-1)?.offset ?? place.offset - 1) + 1;
  return {
    stream: place.stream,
    partition: place.partition,
    records,
    start: Number(fetched.lastStartOffset),
    end,
    reachedEnd: next >= end,
  };
}
