import { describe, expect, it } from 'vitest';
import { deadline, inTime } from '../../../../test/support/deadline.ts';
import { openAppenders } from '../../../../test/support/kafka/appenders.ts';
import { kafkaFor } from '../../../../test/support/kafka/kafka.ts';
import type { Interference } from '../../../../test/support/kafka/link-faults.ts';
import { shareTopics } from '../../../../test/support/kafka/topics.ts';

const brokers = await kafkaFor('Kafka: the appenders of partitions');

describe.skipIf(brokers === null)('the appenders of Kafka partitions', () => {
  const topics = shareTopics(brokers ?? '');

  const appendersWith = (interference: Interference) =>
    openAppenders(brokers ?? '', topics.prefix, interference);

  it('send one batch at a time to each partition, and gather records into batches', async () => {
    const places = Array.from({ length: 3 }, topics.nextPartition);
    const underWay = new Map<string, number>();
    const sends: { partitions: number; atOnce: number; bytes: number }[] = [];
    const appenders = appendersWith({
      produce: async (produce, request) => {
        const parts = request.topicData.flatMap(({ topic, partitions }) =>
          partitions.map((part) => ({ place: `${topic}/${part.partition}`, messages: part.messages })),
        );
        const place = parts.map((part) => part.place).join();
        const atOnce = (underWay.get(place) ?? 0) + 1;
        const messages = parts.flatMap((part) => part.messages);
        const bytes = messages.reduce((sum, { value }) => sum + (value?.length ?? 0), 0);
        sends.push({ partitions: parts.length, atOnce, bytes });
        underWay.set(place, atOnce);
        try {
          return await produce(request);
        } finally {
          underWay.set(place, (underWay.get(place) ?? 1) - 1);
        }
      },
    });
    const value = Buffer.alloc(1_024, 'x');
    const reports = Array.from({ length: 300 }, () => places.map((place) => ({ ...place.entry(), value })));
    await Promise.all(reports.map((report) => appenders.append(report, 20_000)));

    expect(sends.every(({ partitions, atOnce }) => partitions === 1 && atOnce === 1)).toBe(true);
    // A whole batch has to fit into a fetch.
    expect(Math.max(...sends.map(({ bytes }) => bytes))).toBeLessThanOrEqual(100 * 1_024);
    expect(sends.length).toBeLessThan(60);
    for (const [index, place] of places.entries()) {
      const kept = (await place.read()).map(({ recordId }) => recordId);
      expect(kept).toEqual(reports.map((report) => report[index]?.recordId));
    }
  });

  it('refuses records when too many wait in all partitions together', { tags: ['deadline'] }, async () => {
    const appenders = appendersWith({ produce: () => new Promise(() => {}) });
    const places = Array.from({ length: 5 }, topics.nextPartition);
    const waiting = places.slice(0, 4).map((place) => appenders.append(place.entries(5_000), 400));
    const outcomes = Promise.allSettled(waiting);
    const before = performance.now();
    const more = places.slice(4).map((place) => place.entry());
    await expect(appenders.append(more, 5_000)).rejects.toThrow('too many records wait');
    expect(performance.now() - before, inTime).toBeLessThan(deadline(100));
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  });
});
