import kafkajs from 'kafkajs';
import type { ProduceMessage } from 'kafkajs/src/adapter-types.js';
import type { StreamName } from '../../events/streams.ts';
import type { LogEntry, Position, TimedEntry } from '../event-log.ts';
import type { KafkaLink } from './kafka-link.ts';
import { kafkaMessage } from './kafka-record.ts';

export interface PartitionProducerOptions {
  readonly link: KafkaLink;
  readonly stream: StreamName;
  readonly topic: string;
  readonly partition: number;
}

/** The time of an entry that has one counts where the topic takes the writer's times. */
export type ProducedEntry = LogEntry | TimedEntry;

/** An idempotent producer of one partition: the broker tells a batch that it already has by its number. */
export interface PartitionProducer {
  batch(entries: readonly ProducedEntry[]): ProduceMessage[];
  /** Sends a batch under the next number, which it keeps until it is acknowledged. @throws when it was not */
  send(batch: ProduceMessage[]): Promise<Position[]>;
  /** Goes on as another producer, numbered from 0. */
  renew(): void;
}

/** The broker answers before the connection gives it up. */
const brokerTimeoutMs = 2_500;
/** The broker counts the records of a producer in 31 bits. */
const sequenceMax = 2 ** 31 - 1;

interface Identity {
  readonly producerId: string;
  readonly producerEpoch: number;
  nextSequence: number;
}

export function createPartitionProducer({
  link,
  stream,
  topic,
  partition,
}: PartitionProducerOptions): PartitionProducer {
  let identity: Identity | undefined;

  async function attempt(leader: number, messages: ProduceMessage[]): Promise<Position[]> {
    const broker = await link.broker(leader);
    if (identity === undefined || identity.nextSequence + messages.length > sequenceMax) {
      // Not bound to a transaction, so any broker gives one; the leader is needed anyway.
      identity = { ...(await broker.initProducerId({ transactionTimeout: 60_000 })), nextSequence: 0 };
    }
    const { producerId, producerEpoch, nextSequence: firstSequence } = identity;
    const { topics } = await broker.produce({
      acks: -1,
      timeout: brokerTimeoutMs,
      compression: kafkajs.CompressionTypes.ZSTD,
      producerId,
      producerEpoch,
      topicData: [{ topic, partitions: [{ partition, firstSequence, messages }] }],
    });
    const written = topics
      .find(({ topicName }) => topicName === topic)
      ?.partitions.find((part) => part.partition === partition);
    // Silence about a partition is no acknowledgement: records were lost where it was taken for one.
    if (written === undefined) throw new Error('the answer does not name the partition');
    identity.nextSequence = firstSequence + messages.length;
    return positionsOf(messages, Number(written.baseOffset), Number(written.logAppendTime));
  }

  /** A broker under `CreateTime` answers -1 for its time, and the records keep theirs. */
  function positionsOf(messages: ProduceMessage[], first: number, time: number): Position[] {
    return messages.map(({ timestamp }, index) => ({
      stream,
      partition,
      offset: first + index,
      appendTime: time < 0 ? timestamp : time,
    }));
  }

  return {
    batch: (entries) => {
      const now = Date.now();
      return entries.map((entry) => kafkaMessage(entry, 'appendTime' in entry ? entry.appendTime : now));
    },
    send: async (batch) => {
      let leader: number | undefined;
      try {
        leader = (await link.leaders())(topic, partition);
        if (leader === undefined) throw new Error('the partition has no leader now');
        return await attempt(leader, batch);
      } catch (error) {
        await link.recover(leader, error);
        throw error;
      }
    },
    renew: () => {
      identity = undefined;
    },
  };
}
