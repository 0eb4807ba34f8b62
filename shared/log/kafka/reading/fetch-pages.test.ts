import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type ITopicConfig } from 'kafkajs';
import type { KafkaBroker } from 'kafkajs/src/adapter-types.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { kafkaFor, uniquePrefix } from '../../../../test/support/kafka/kafka.ts';
import { deleteTopics, testAddress } from '../../../../test/support/kafka/log.ts';
import type { ReadPosition } from '../../event-log.ts';
import { withKafkaAdmin } from '../kafka-admin.ts';
import { openKafkaLink } from '../kafka-link.ts';
import { fetchPages } from './fetch-pages.ts';

const brokers = await kafkaFor('Kafka: pages of a fetch');
const topicOf = (prefix: string) => `${prefix}hub.xp`;

async function openTopic(config: Omit<ITopicConfig, 'topic'> = {}) {
  const prefix = uniquePrefix();
  const topic = topicOf(prefix);
  const address = testAddress(brokers ?? '', prefix);
  onTestFinished(() => deleteTopics(brokers ?? '', prefix));
  await withKafkaAdmin(address, (admin) =>
    admin.createTopics({ waitForLeaders: false, topics: [{ numPartitions: 1, ...config, topic }] }),
  );
  const link = openKafkaLink(address, [topic]);
  onTestFinished(link.close);
  const leaderOf = await vi.waitUntil(() => link.leaders().catch(() => null), { timeout: 10_000 });
  const leader = leaderOf(topic, 0) ?? 1;
  const broker = await link.broker(leader);
  return {
    broker,
    address,
    topic,
    fetch: (offsets: readonly number[], maxBytes = 128 * 1024) =>
      fetchAll(broker, prefix, offsets, maxBytes, 0),
    wait: (offset: number, waitMs: number) => fetchAll(broker, prefix, [offset], 128 * 1024, waitMs),
    client: new kafkajs.Kafka({ brokers: [brokers ?? ''], logLevel: kafkajs.logLevel.NOTHING }),
  };
}

async function fetchAll(
  broker: KafkaBroker,
  prefix: string,
  offsets: readonly number[],
  maxBytes: number,
  waitMs: number,
) {
  const positions: ReadPosition[] = offsets.map((offset, partition) => ({
    stream: 'hub.xp',
    partition,
    offset,
  }));
  const pages = await fetchPages(broker, positions, { topicOf: () => topicOf(prefix), maxBytes, waitMs });
  return positions.map((position) => pages.get(position));
}

type Topic = Awaited<ReturnType<typeof openTopic>>;

/** Sends each message in its own batch. */
async function produceEach({ client, topic }: Topic, messages: { key: string; partition?: number }[]) {
  for (const { key, partition = 0 } of messages) {
    const producer = client.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    await producer.send({ topic, messages: [{ key, value: 'x', partition }] });
    await producer.disconnect();
  }
}

describe.skipIf(brokers === null)('pages of a Kafka fetch', () => {
  it('handles a position that is out of range, and still gives the records of the other positions', async () => {
    const opened = await openTopic({ numPartitions: 3 });
    await produceEach(
      opened,
      [0, 0, 1, 1, 1, 2].map((partition) => ({ key: 'a', partition })),
    );
    await withKafkaAdmin(opened.address, async (admin) => {
      // deleteTopicRecords finds the leaders only after an earlier request about the topic.
      await admin.fetchTopicOffsets(opened.topic);
      await admin.deleteTopicRecords({ topic: opened.topic, partitions: [{ partition: 1, offset: '2' }] });
    });
    // At a record, below the start, beyond the end.
    const pages = await opened.fetch([1, 0, 7]);
    expect(pages.map((page) => [page?.records.map(({ offset }) => offset), page?.start, page?.end])).toEqual([
      [[1], 0, 2],
      [[2], 2, 3],
      [[], 0, 1],
    ]);
  });

  it('lets the broker wait at the end when the last batches are empty', async () => {
    const opened = await openTopic();
    await produceEach(opened, Array(3).fill({ key: 'a' }));
    const { fetch } = opened.broker;
    const fetches = vi.spyOn(opened.broker, 'fetch').mockImplementation(async (request) => {
      const answer = await fetch.call(opened.broker, request);
      // Compaction and the transactions of other programs leave such batches.
      const partitions = answer.responses.flatMap((response) => response.partitions);
      for (const fetched of partitions) {
        fetched.messages = fetched.messages.filter(({ offset }) => offset === '0' || offset === '3');
      }
      return answer;
    });
    expect((await opened.fetch([0]))[0]).toMatchObject({ records: [{ offset: 0 }], reachedEnd: false });
    const before = performance.now();
    const [waited] = await opened.wait(1, 300);
    expect(waited).toMatchObject({ records: [], end: 3, reachedEnd: true });
    expect(performance.now() - before).toBeGreaterThan(250);
    // Without the wait, callers would fetch a hundred times a second.
    expect(fetches.mock.calls.length).toBeLessThan(8);

    const waiting = opened.wait(1, 20_000);
    await produceEach(opened, [{ key: 'b' }]);
    expect((await waiting)[0]?.end).toBe(4);
    expect((await opened.fetch([1]))[0]?.records.map(({ key }) => key)).toEqual(['b']);
  });

  it('returns a page whose end is after its last record, when the broker answers with an older high watermark', async () => {
    const opened = await openTopic();
    await produceEach(opened, Array(2).fill({ key: 'a' }));
    const { fetch } = opened.broker;
    vi.spyOn(opened.broker, 'fetch').mockImplementation(async (request) => {
      const answer = await fetch.call(opened.broker, request);
      for (const fetched of answer.responses.flatMap((response) => response.partitions))
        fetched.highWatermark = '1';
      return answer;
    });
    expect(await opened.fetch([0])).toMatchObject([
      { records: [{ offset: 0 }, { offset: 1 }], end: 2, reachedEnd: true },
    ]);
  });

  it('continues after batches that compaction emptied', async () => {
    const opened = await openTopic({
      configEntries: [
        { name: 'cleanup.policy', value: 'compact' },
        { name: 'segment.ms', value: '50' },
        { name: 'min.cleanable.dirty.ratio', value: '0.0001' },
      ],
    });
    await produceEach(opened, Array(8).fill({ key: 'same' }));
    await vi.waitUntil(
      async () => {
        // Kafka compacts only log segments that a record after `segment.ms` has closed.
        await produceEach(opened, [{ key: 'same' }]);
        await sleep(100);
        return ((await opened.fetch([0]))[0]?.records[0]?.offset ?? 0) > 7;
      },
      { timeout: 40_000 },
    );
    const fetches = vi.spyOn(opened.broker, 'fetch');
    // 60 bytes have room for one emptied batch only.
    const [page] = await opened.fetch([0], 60);
    expect(page?.records[0]?.offset).toBeGreaterThan(7);
    expect(fetches.mock.calls.length).toBeLessThan(12);
  });
});
