import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { LogUnavailable, messageOf } from '../../errors.ts';
import type { StreamName } from '../../events/streams.ts';
import type { Logger } from '../../logger.ts';
import { type AppendCall, createAppendCalls } from '../append-calls.ts';
import type { LogEntry, Position } from '../event-log.ts';
import type { KafkaLink } from './kafka-link.ts';
import { kafkaMessage } from './kafka-record.ts';

export interface LaneOptions {
  readonly link: KafkaLink;
  readonly stream: StreamName;
  readonly topic: string;
  readonly partition: number;
  readonly logger: Logger;
}

/** Appends to one partition, one batch under way at a time. */
export interface ProducerLane {
  /** @throws LogUnavailable when not acknowledged within `deadlineMs`; what was sent by then stands */
  append(entries: readonly LogEntry[], deadlineMs: number): Promise<readonly Position[]>;
  /** With the times given: the topic must be under `CreateTime`. */
  import(entries: readonly (LogEntry & { readonly appendTime: number })[]): Promise<readonly Position[]>;
  /** Takes no more and waits for the batch under way, within reason. */
  close(): Promise<void>;
}

/** Gathering for longer makes records cheaper and answers slower: 5 ms costs 223 us a record at 1,000 a second. */
const gatherMs = 5;
const retryEveryMs = 100;
const produceTimeoutMs = 3_000;
const importDeadlineMs = 60_000;
const closeWithinMs = 3_000;
/** The broker counts records of a producer in 31 bits. */
const sequenceMax = 2 ** 31 - 1;

/** The broker knows this producer's numbers no more: a new producer sends the same batch, which may double, never lose. */
const lostProducer = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_EPOCH',
  'DUPLICATE_SEQUENCE_NUMBER',
]);
/** The broker refused the batch for what it is; it will never take it. */
const refused = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD', 'CORRUPT_MESSAGE']);

interface Producer {
  readonly id: string;
  readonly epoch: number;
  nextSequence: number;
}

/**
 * An idempotent producer of one partition. A batch is sent again unchanged, under the same numbers, until it is
 * acknowledged: giving one up would let the broker take the next of the same size for it, and 395 acknowledged records
 * were lost that way behind a broker that froze for 15 s.
 */
export function createProducerLane({ link, stream, topic, partition, logger }: LaneOptions): ProducerLane {
  const calls = createAppendCalls({ groupRecordsMax: 500, groupBytesMax: 256 * 1024 });
  let producer: Producer | undefined;
  let working: Promise<void> | undefined;
  let closed = false;
  let failing = false;

  async function work(): Promise<void> {
    await sleep(gatherMs);
    while (calls.waiting()) {
      const group = calls.takeGroup();
      if (group.length > 0) await deliver(group);
    }
    working = undefined;
  }

  async function deliver(group: readonly AppendCall[]): Promise<void> {
    const entries = group.flatMap((call) => call.entries);
    for (;;) {
      const outcome = await produce(entries).catch((error: unknown) => failed(error));
      if (outcome !== undefined) return answer(group, outcome);
      if (closed) return answer(group, new LogUnavailable('the log is closed'));
      await sleep(retryEveryMs);
    }
  }

  /** What the callers are told, or undefined to send the same batch again. */
  function failed(error: unknown): Error | undefined {
    const type = rootType(error);
    if (type !== undefined && refused.has(type)) return new Error(`the log refused a batch: ${type}`);
    if (type !== undefined && lostProducer.has(type)) producer = undefined;
    else link.reset();
    if (!failing)
      logger.warn(
        { stream, partition, error: messageOf(error) },
        'a batch is sent again until it is acknowledged',
      );
    failing = true;
    return undefined;
  }

  async function produce(
    entries: readonly (LogEntry & { readonly appendTime?: number })[],
  ): Promise<Position[]> {
    if (producer === undefined || producer.nextSequence + entries.length > sequenceMax)
      producer = await newProducer();
    const { id, epoch, nextSequence } = producer;
    const { broker } = await link.leaderOf(topic, partition);
    const messages = entries.map((entry) => ({
      ...kafkaMessage(entry),
      ...(entry.appendTime !== undefined && { timestamp: entry.appendTime }),
    }));
    const { topics } = await broker.produce({
      acks: -1,
      timeout: produceTimeoutMs,
      compression: kafkajs.CompressionTypes.ZSTD,
      producerId: id,
      producerEpoch: epoch,
      topicData: [{ topic, partitions: [{ partition, firstSequence: nextSequence, messages }] }],
    });
    const written = topics
      .find(({ topicName }) => topicName === topic)
      ?.partitions.find((part) => part.partition === partition);
    // Silence about a partition is no acknowledgement: records were lost where it was taken for one.
    if (written === undefined) throw new Error('the answer does not name the partition');
    producer.nextSequence = nextSequence + entries.length;
    failing = false;
    return entries.map((entry, index) => ({
      stream,
      partition,
      offset: Number(written.baseOffset) + index,
      appendTime: entry.appendTime ?? Number(written.logAppendTime),
    }));
  }

  async function newProducer(): Promise<Producer> {
    const broker = await link.controller();
    const { producerId, producerEpoch } = await broker.initProducerId({
      transactionTimeout: produceTimeoutMs,
    });
    return { id: producerId, epoch: producerEpoch, nextSequence: 0 };
  }

  async function enqueue(entries: readonly LogEntry[], deadlineMs: number): Promise<readonly Position[]> {
    if (closed) throw new LogUnavailable('the log is closed');
    const outcome = calls.add(entries, deadlineMs);
    working ??= work();
    return outcome;
  }

  return {
    append: enqueue,
    import: (entries) => enqueue(entries, importDeadlineMs),
    close: async () => {
      const done = working;
      const timer = setTimeout(() => {
        closed = true;
      }, closeWithinMs);
      await done;
      clearTimeout(timer);
      closed = true;
    },
  };
}

function answer(group: readonly AppendCall[], outcome: readonly Position[] | Error): void {
  if (outcome instanceof Error) {
    for (const call of group) call.settle(outcome);
    return;
  }
  let at = 0;
  for (const call of group) {
    call.settle(outcome.slice(at, at + call.entries.length));
    at += call.entries.length;
  }
}

/** kafkajs wraps the broker's word in errors of its own. */
function rootType(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { type } = each as { type?: unknown };
    if (typeof type === 'string') return type;
  }
  return undefined;
}
