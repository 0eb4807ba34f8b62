import { describe, expect, it } from 'vitest';
import { openAppenders } from '../../../../test/support/kafka/appenders.ts';
import { kafkaFor } from '../../../../test/support/kafka/kafka.ts';
import type { Interference } from '../../../../test/support/kafka/link-faults.ts';
import { shareTopics } from '../../../../test/support/kafka/topics.ts';
import {
  acknowledgements,
  expectAcknowledged,
  expectGapless,
} from '../../../../test/support/log/log-records.ts';
import { LogUnavailable } from '../../../errors/errors.ts';

const brokers = await kafkaFor('Kafka: the appender of a partition');

describe.skipIf(brokers === null)('the appender of a Kafka partition', () => {
  const topics = shareTopics(brokers ?? '');

  const appendersWith = (interference: Interference) =>
    openAppenders(brokers ?? '', topics.prefix, interference);

  it('sends a batch again unchanged until it is acknowledged, and the log has it once', async () => {
    const place = topics.nextPartition();
    let sends = 0;
    const appenders = appendersWith({
      produce: async (produce, request) => {
        sends += 1;
        const answer = await produce(request);
        // Two of three answers are lost after the broker has appended.
        if (sends % 3 !== 0) throw new Error('the connection was cut');
        return answer;
      },
    });
    const calls = Array.from({ length: 6 }, (_, call) => place.entries(1 + (call % 3)));
    const acknowledged = [];
    for (const entries of calls) {
      acknowledged.push(...acknowledgements(entries, await appenders.append(entries, 20_000)));
    }
    const kept = await place.read();
    expectGapless(kept);
    expectAcknowledged(kept, acknowledged);
    expect(kept).toHaveLength(calls.flat().length);
    expect(sends).toBe(3 * calls.length);
  });

  it('loses no later record after a caller gave up', async () => {
    const place = topics.nextPartition();
    let lost = true;
    const appenders = appendersWith({
      produce: async (produce, request) => {
        const answer = await produce(request);
        if (lost) throw new Error('the connection was cut');
        return answer;
      },
    });
    const [given, next] = [place.entry(), place.entry()];
    await expect(appenders.append([given], 300)).rejects.toThrow(LogUnavailable);
    lost = false;
    // With the first sequence number, the broker would treat the second batch as a repetition.
    const positions = await appenders.append([next], 5_000);
    expect(positions.map(({ offset }) => offset)).toEqual([1]);
    expect((await place.read()).map(({ recordId }) => recordId)).toEqual([given.recordId, next.recordId]);
  });

  it('does not accept an answer without the partition as an acknowledgement', async () => {
    const place = topics.nextPartition();
    let silent = 2;
    const appenders = appendersWith({
      produce: async (produce, request) => {
        const answer = await produce(request);
        silent -= 1;
        return silent >= 0 ? { topics: [] } : answer;
      },
    });
    const [position] = await appenders.append([place.entry()], 5_000);
    expect(position?.offset).toBe(0);
    expect(silent).toBe(-1);
    expect(await place.read()).toHaveLength(1);
  });

  it.each([
    'OUT_OF_ORDER_SEQUENCE_NUMBER',
    'UNKNOWN_PRODUCER_ID',
    'INVALID_PRODUCER_EPOCH',
    'DUPLICATE_SEQUENCE_NUMBER',
  ])('sends the same batch as a new producer after %s', async (type) => {
    const place = topics.nextPartition();
    const producers: string[] = [];
    const appenders = appendersWith({
      produce: async (produce, request) => {
        producers.push(request.producerId);
        if (producers.length === 1) throw Object.assign(new Error('lost'), { type });
        return produce(request);
      },
    });
    await appenders.append(place.entries(3), 5_000);
    expect(producers[1]).not.toBe(producers[0]);
    expect(await place.read()).toHaveLength(3);
  });

  it('fails only the caller whose batch the broker refuses', async () => {
    const place = topics.nextPartition();
    const appenders = appendersWith({});
    const value = Buffer.from(Array.from({ length: 3_000_000 }, () => Math.random() * 256));
    const tooLarge = appenders.append([{ ...place.entry(), value }], 5_000);
    const good = appenders.append([place.entry()], 5_000);
    await expect(tooLarge).rejects.toThrow('MESSAGE_TOO_LARGE');
    await good;
    expect(await place.read()).toHaveLength(1);
  });
});
