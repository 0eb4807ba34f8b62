import kafkajs from 'kafkajs';
import type { ProduceMessage } from 'kafkajs/src/adapter-types.js';
import type { Partition } from '../../../events/streams.ts';
import type { LogEntry, Position, TimedEntry } from '../../event-log.ts';
import type { KafkaLink } from '../kafka-link.ts';
import { kafkaMessage } from '../kafka-record.ts';

export interface PartitionProducerOptions extends Partition {
  readonly link: KafkaLink;
  readonly topic: string;
}

/** The broker keeps the time of a `TimedEntry` when the topic takes the writer's times. */
export type ProducedEntry = LogEntry | TimedEntry;

/** By its sequence number, the broker recognises a batch that it already has. */
export interface PartitionProducer {
  batch(entries: readonly ProducedEntry[]): ProduceMessage[];
  /**
   * Until an acknowledgement, the next `send` uses the same sequence number.
   * @throws when not acknowledged
   */
  send(batch: ProduceMessage[]): Promise<Position[]>;
  /** Continues as a new producer, with sequence numbers from 0. */
  renew(): void;
}

/** Shorter than the request timeout, so that the broker answers first. */
const brokerTimeoutMs = 2_500;
const sequenceMax = 2 ** 31 - 1;

interface Identity {
  readonly producerId: string;
  readonly producerEpoch: number;
  nextSequence: number;
}

export function createPartitionProducer(options: PartitionProducerOptions): PartitionProducer {
  const { link, stream, topic, partition } = options;
  let identity: Identity | undefined;

  async function attempt(leader: number, messages: ProduceMessage[]): Promise<Position[]> {
    const broker = await link.broker(leader);
    if (identity === undefined || identity.nextSequence + messages.length > sequenceMax) {
      // Without a transaction, any broker can give a producer id.
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
    if (written === undefined) throw new Error('the answer does not name the partition');
    identity.nextSequence = firstSequence + messages.length;
    return positionsOf(messages, Number(written.baseOffset), Number(written.logAppendTime));
  }

  /** With `CreateTime` a broker answers -1, and each record keeps its own time. */
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
