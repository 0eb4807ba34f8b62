import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inTime } from '../../../../test/support/deadline.ts';
import { kafkaFor } from '../../../../test/support/kafka/kafka.ts';
import { type Interference, interfere } from '../../../../test/support/kafka/link-faults.ts';
import { testAddress } from '../../../../test/support/kafka/log.ts';
import { shareTopics, type TestPartition } from '../../../../test/support/kafka/topics.ts';
import { entry } from '../../../../test/support/log/log-entries.ts';
import { patient } from '../../../../test/support/runner/patience.ts';
import { LogUnavailable } from '../../../errors/errors.ts';
import { type StreamName, streamNames } from '../../../events/streams.ts';
import { createLogger } from '../../../observability/logger.ts';
import type { ReadPosition } from '../../event-log.ts';
import { openKafkaLink } from '../kafka-link.ts';
import { createOutages } from '../outage-logging.ts';
import { createHighestKnownEnds } from './highest-known-ends.ts';
import { createLinkReader } from './link-reader.ts';
import { createLinkReaders, type LinkReaders } from './link-readers.ts';
import { createSurplusRecords } from './surplus-records.ts';

const brokers = await kafkaFor('Kafka: readers');

function from({ stream, partition }: TestPartition, offset = 0): ReadPosition {
  return { stream, partition, offset };
}

/** Checks that no record is missing. Each read starts at the end of the last read. */
async function readAll(
  read: LinkReaders['read'],
  positions: readonly ReadPosition[],
  each: number,
  maxRecords: number,
): Promise<void> {
  const offsets = positions.map(() => 0);
  while (offsets.some((offset) => offset < each)) {
    const open = positions.map((position, index) => ({ ...position, offset: offsets[index] ?? 0 }));
    for (const [index, page] of (await read(open, { maxRecords, waitMs: 5_000 })).entries()) {
      for (const { offset } of page.records) {
        if (offset !== offsets[index]) throw new Error(`got offset ${offset}, expected ${offsets[index]}`);
        offsets[index] = offset + 1;
      }
    }
  }
}

describe.skipIf(brokers === null)('readers of the Kafka log', () => {
  const topics = shareTopics(brokers ?? '');

  function openReaders(interference: Interference = {}, fetchBytes?: number) {
    const topicOf = (stream: StreamName) => `${topics.prefix}${stream}`;
    const address = testAddress(brokers ?? '', topics.prefix);
    const highestKnownEnds = createHighestKnownEnds();
    const surplus = createSurplusRecords();
    let opened = 0;
    const readers = createLinkReaders(() => {
      opened += 1;
      return createLinkReader({
        link: interfere(openKafkaLink(address, streamNames.map(topicOf)), interference),
        topicOf,
        outages: createOutages(createLogger({ name: 'tests', level: 'silent' }), 'no'),
        highestKnownEnds,
        surplus,
        ...(fetchBytes !== undefined && { fetchBytes }),
      });
    });
    onTestFinished(() => readers.close());
    return { read: readers.read, close: readers.close, opened: () => opened };
  }

  function openCounted() {
    let decoded = 0;
    const { read } = openReaders({
      fetch: async (fetch, request) => {
        const answer = await fetch(request);
        for (const { partitions } of answer.responses) {
          for (const { messages } of partitions) decoded += messages.length;
        }
        return answer;
      },
    });
    return { read, decoded: () => decoded };
  }

  /** Appends `records` records to each of the first `partitions` partitions. */
  async function appendTo(stream: StreamName, partitions: number, records: number): Promise<ReadPosition[]> {
    const positions = Array.from({ length: partitions }, (_, partition) => ({
      stream,
      partition,
      offset: 0,
    }));
    for (const position of positions) {
      for (let left = records; left > 0; left -= 3_000) {
        const length = Math.min(left, 3_000);
        await topics.log.append(Array.from({ length }, () => ({ ...entry(stream, 'a'), ...position })));
      }
    }
    return positions;
  }

  it('do not wait for each other', { tags: ['deadline'] }, async () => {
    const { read } = openReaders();
    const quiet = Array.from({ length: 5 }, topics.nextPartition);
    const options = { maxRecords: 10, waitMs: 500 };
    // Connects each reader before the time is measured.
    await Promise.all(quiet.map((position) => read([from(position)], { ...options, waitMs: 0 })));
    const before = performance.now();
    await Promise.all(quiet.map((position) => read([from(position)], options)));
    // Over one connection a broker would answer the reads one after another, in 2.5 s.
    expect(performance.now() - before, inTime).toBeLessThan(patient(1_500));
  });

  it('are reused, so that a caller that reads a partition again and again needs only one reader', async () => {
    const { read, opened } = openReaders();
    const position = topics.nextPartition();
    for (let round = 0; round < 20; round += 1) {
      await read([from(position)], { maxRecords: 10, waitMs: 20 });
    }
    expect(opened()).toBe(1);
  });

  it('return a record that arrives while they also wait for other partitions', async () => {
    const { read } = openReaders();
    const positions = [topics.nextPartition(), topics.nextPartition()];
    const options = { maxRecords: 10, waitMs: 20_000 };
    const waiting = read(
      positions.map((position) => from(position)),
      options,
    );
    const [sent] = positions.map((position) => position.entry());
    await topics.log.append([sent ?? topics.nextPartition().entry()]);
    const pages = await waiting;
    expect(pages.map(({ records }) => records.length)).toEqual([1, 0]);
    expect(pages[1]?.reachedEnd).toBe(true);
  });

  it('decode each record of a backlog once, however few records a read takes', async () => {
    const { read, decoded } = openCounted();
    // Partitions that no other test of this file uses.
    const positions = await appendTo('hub.gear', 2, 300);
    await readAll(read, positions, 300, 70);
    expect(decoded()).toBe(600);
  });

  it('decode each record once when the backlog of many partitions exceeds an answer', async () => {
    const { read, decoded } = openCounted();
    // A partition exceeds a fetch, and all partitions exceed the records kept between two reads.
    const [partitions, each] = [6, 12_000];
    const positions = await appendTo('hub.state', partitions, each);
    await readAll(read, positions, each, 2_000);
    expect(decoded()).toBe(partitions * each);
  });

  it('continue after batches that compaction emptied, even while another partition has a backlog', async () => {
    const fetchBytes = 60;
    const { read } = openReaders(
      {
        fetch: async (fetch, request) => {
          const answer = await fetch(request);
          const partitions = answer.responses.flatMap((response) => response.partitions);
          const emptied = partitions.find(({ partition }) => partition === 4);
          // Only a request for at least 16 times `fetchBytes` finds the record.
          if (emptied !== undefined && request.maxBytes < fetchBytes * 16)
            Object.assign(emptied, { messages: [] });
          return answer;
        },
      },
      fetchBytes,
    );
    // Partitions that no other test of this file uses.
    const at = (partition: number, offset: number) => ({ stream: 'hub.gear', partition, offset }) as const;
    await topics.log.append([{ ...entry('hub.gear', 'a'), partition: 4 }]);
    for (let batch = 0; batch < 30; batch += 1)
      await topics.log.append([{ ...entry('hub.gear', 'a'), partition: 5 }]);
    let next = 0;
    for (;;) {
      const [emptied, other] = await read([at(4, 0), at(5, next)], { maxRecords: 10, waitMs: 5_000 });
      next = (other?.records.at(-1)?.offset ?? next - 1) + 1;
      if (emptied?.records.length === 1) break;
    }
    // An answer has one batch of a random partition: 30 of partition 5 in a row are unlikely.
    expect(next).toBeLessThan(30);
  });

  it('fail soon after their time limit when no broker answers', { tags: ['deadline'] }, async () => {
    const { read } = openReaders({ fetch: () => new Promise(() => {}) });
    const before = performance.now();
    const reading = read([from(topics.nextPartition())], { maxRecords: 10, waitMs: 200 });
    await expect(reading).rejects.toThrow(LogUnavailable);
    expect(performance.now() - before, inTime).toBeLessThan(patient(3_000));
  });

  it('are closed soon, even while a broker waits for records', { tags: ['deadline'] }, async () => {
    let isPolling = false;
    const { read, close } = openReaders({
      fetch: (fetch, request) => {
        isPolling ||= request.maxWaitTime > 0;
        return fetch(request);
      },
    });
    const waiting = read([from(topics.nextPartition())], { maxRecords: 10, waitMs: 20_000 });
    await expect.poll(() => isPolling).toBe(true);
    const ended = expect(waiting).rejects.toThrow(LogUnavailable);
    const before = performance.now();
    await close();
    await ended;
    // kafkajs waits for the running fetch: at most 250 ms here, 5 s by default.
    expect(performance.now() - before, inTime).toBeLessThan(patient(1_500));
  });

  it('treat an answer that lacks a partition as a failure', async () => {
    let whole = false;
    const { read } = openReaders({
      fetch: async (fetch, request) => (whole ? fetch(request) : { responses: [] }),
    });
    const position = topics.nextPartition();
    await topics.log.append([position.entry()]);
    const options = { maxRecords: 10, waitMs: 0 };
    await expect(read([from(position)], options)).rejects.toThrow(LogUnavailable);
    whole = true;
    expect((await read([from(position)], options))[0]?.records).toHaveLength(1);
  });

  it('do not report the lower end of a broker that has just become the leader', async () => {
    let isLagging = false;
    const { read } = openReaders({
      fetch: async (fetch, request) => {
        const answer = await fetch(request);
        const partitions = answer.responses.flatMap((response) => response.partitions);
        if (isLagging)
          for (const fetched of partitions) Object.assign(fetched, { highWatermark: '1', messages: [] });
        return answer;
      },
    });
    const position = topics.nextPartition();
    await topics.log.append(position.entries(3));
    isLagging = true;
    const options = { maxRecords: 10, waitMs: 0 };
    const [wanted] = await read([from(position, 3)], options);
    expect(wanted).toMatchObject({ records: [], end: 3, reachedEnd: false });
    // The broker answers the end 1: below the known end 3, but not below the wanted offset 1.
    const [later] = await read([from(position, 1)], options);
    expect(later).toMatchObject({ records: [], end: 3, reachedEnd: false });
    isLagging = false;
    expect((await read([from(position, 1)], options))[0]).toMatchObject({ end: 3, reachedEnd: true });
  });

  it('report no end below the position to which another reader has read a partition', async () => {
    const { read, opened } = openReaders();
    // Streams that no other test of this file uses.
    const at = (partition: number, offset: number) =>
      ({ stream: 'hub.location', partition, offset }) as const;
    const append = (partition: number, count: number) =>
      topics.log.append(
        Array.from({ length: count }, () => ({ ...entry('hub.location', 'a'), ...at(partition, 0) })),
      );
    const options = { maxRecords: 10, waitMs: 0 };
    const keepBusy = (partition: number) => {
      const stopping = new AbortController();
      const quiet = { stream: 'hub.activity', partition, offset: 0 } as const;
      const reading = read([quiet], { ...options, waitMs: 20_000, signal: stopping.signal });
      const ended = expect(reading).rejects.toThrow();
      return async () => {
        stopping.abort();
        await ended;
      };
    };
    await append(0, 1);
    await append(1, 2);
    await read([at(0, 0)], options);
    const freeFirst = keepBusy(0);
    await append(0, 4);
    expect((await read([at(0, 1)], options))[0]?.end).toBe(5);
    // Leaves the second record for the next reader.
    await read([at(1, 0)], { ...options, maxRecords: 1 });
    const freeSecond = keepBusy(1);
    await freeFirst();
    // The first reader takes no other position until its running fetch ends, within 250 ms.
    await delay(500);

    const [page, rest] = await read([at(0, 5), at(1, 1)], options);
    expect(rest?.records).toHaveLength(1);
    expect(page).toMatchObject({ records: [], end: 5, reachedEnd: false });
    expect(opened()).toBe(2);
    await freeSecond();
  });

  it('fail once when a topic was missing, although it answered before and after', async () => {
    let fetches = 0;
    const { read } = openReaders({
      fetch: async (fetch, request) => {
        fetches += 1;
        if (fetches !== 2) return fetch(request);
        throw Object.assign(new Error('no such topic'), { type: 'UNKNOWN_TOPIC_OR_PARTITION' });
      },
    });
    const positions = [{ stream: 'hub.feed', partition: 0, offset: 0 }] as const;
    const options = { maxRecords: 10, waitMs: 2_000 };
    await expect(read(positions, options)).rejects.toThrow('a topic was missing');
    expect(await read(positions, options)).toMatchObject([{ records: [], reachedEnd: true }]);
  });
});
