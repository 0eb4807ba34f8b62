import kafkajs, { type Admin } from 'kafkajs';
import { LogUnavailable } from '../../errors.ts';
import { type StreamName, streamDefinition, streamNames } from '../../events/streams.ts';
import type { Logger } from '../../logger.ts';
import { checkEntries } from '../check-entries.ts';
import type { EventLog, LogEntry, Position, ReadOptions } from '../event-log.ts';
import { ensureTopics, type Retention } from './ensure-topics.ts';
import { fetchPages } from './fetch-pages.ts';
import { type KafkaAddress, type KafkaLink, openKafkaLink } from './kafka-link.ts';
import { createProducerLane, type ProducerLane } from './producer-lane.ts';
import { readEnds } from './read-ends.ts';

export interface KafkaEventLogOptions {
  readonly address: KafkaAddress;
  readonly retention: Retention;
  readonly logger: Logger;
  /** Put before the names of streams, so that several hubs can share a cluster. */
  readonly topicPrefix: string;
}

const deadlineDefaultMs = 4_500;
/** Produce requests of one connection wait for each other; lanes are spread over this many. */
const producerLinks = 4;

/** The log as Kafka topics, one per stream; any number of processes may write and read it. */
export function openKafkaEventLog({
  address,
  retention,
  logger,
  topicPrefix,
}: KafkaEventLogOptions): EventLog {
  const topicOf = (stream: StreamName) => `${topicPrefix}${stream}`;
  const topics = streamNames.map(topicOf);
  const writers = Array.from({ length: producerLinks }, () => openKafkaLink(address, topics));
  const readers = createReaders(() => openKafkaLink(address, topics));
  const lanes = new Map<string, ProducerLane>();
  const importing = new Set<StreamName>();

  function laneOf({ stream, partition }: LogEntry): ProducerLane {
    const name = `${stream} ${partition}`;
    const known = lanes.get(name);
    if (known !== undefined) return known;
    const link = writers[lanes.size % writers.length] ?? openKafkaLink(address, topics);
    const lane = createProducerLane({ link, stream, topic: topicOf(stream), partition, logger });
    lanes.set(name, lane);
    return lane;
  }

  async function withAdmin(work: (admin: Admin) => Promise<void>): Promise<void> {
    const admin = new kafkajs.Kafka({
      brokers: [...address.brokers],
      ssl: address.ssl,
      ...(address.sasl !== null && { sasl: address.sasl }),
      clientId: 'hub',
      logLevel: kafkajs.logLevel.NOTHING,
      retry: { retries: 5 },
    }).admin();
    try {
      await admin.connect();
      await work(admin);
    } catch (error) {
      if (error instanceof kafkajs.KafkaJSError)
        throw new LogUnavailable('the Kafka cluster does not answer', { cause: error });
      throw error;
    } finally {
      await admin.disconnect();
    }
  }

  async function appendParts<Entry extends LogEntry>(
    records: readonly Entry[],
    append: (lane: ProducerLane, entries: readonly Entry[]) => Promise<readonly Position[]>,
  ): Promise<readonly Position[]> {
    checkEntries(records);
    const parts = Map.groupBy(records, laneOf);
    const positions = new Map<Entry, Position>();
    await Promise.all(
      [...parts].map(async ([lane, entries]) => {
        const written = await append(lane, entries);
        for (const [index, entry] of entries.entries()) {
          const position = written[index];
          if (position !== undefined) positions.set(entry, position);
        }
      }),
    );
    return records.flatMap((entry) => positions.get(entry) ?? []);
  }

  return {
    ensureStreams: () =>
      withAdmin((admin) => ensureTopics(admin, { topicOf, retention, timestamps: 'LogAppendTime' })),
    append: (records, { deadlineMs = deadlineDefaultMs } = {}) =>
      appendParts(records, (lane, entries) => lane.append(entries, deadlineMs)),
    import: async (records) => {
      const fresh = new Set(records.map(({ stream }) => stream).filter((stream) => !importing.has(stream)));
      if (fresh.size > 0) {
        await withAdmin((admin) => ensureTopics(admin, { topicOf, retention, timestamps: 'CreateTime' }));
        for (const stream of streamNames) importing.add(stream);
      }
      return appendParts(records, (lane, entries) => lane.import(entries));
    },
    read: (places, options) => readers.use((link) => fetchPages({ link, topicOf }, places, options), options),
    ends: (streams) =>
      readers.use(
        (link) =>
          readEnds(
            link,
            streams.flatMap((stream) => partitionsOf(stream, topicOf(stream))),
          ),
        {},
      ),
    close: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.close()));
      await Promise.all([...writers.map((link) => link.close()), readers.close()]);
    },
  };
}

function partitionsOf(stream: StreamName, topic: string) {
  return Array.from({ length: streamDefinition(stream).partitions }, (_, partition) => ({
    stream,
    partition,
    topic,
  }));
}

interface Readers {
  use<Result>(
    work: (link: KafkaLink) => Promise<Result>,
    options: Pick<ReadOptions, 'signal'>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Links for reading, one to each read under way: a broker that holds one long poll answers nothing else on it. */
function createReaders(open: () => KafkaLink): Readers {
  const idle: KafkaLink[] = [];
  const all = new Set<KafkaLink>();

  return {
    use: async (work, { signal }) => {
      const link = idle.pop() ?? open();
      all.add(link);
      try {
        return await work(link);
      } catch (error) {
        link.reset();
        if (signal?.aborted || error instanceof LogUnavailable) throw error;
        throw new LogUnavailable('the log could not be read', { cause: error });
      } finally {
        idle.push(link);
      }
    },
    close: async () => {
      await Promise.all([...all].map((link) => link.close()));
    },
  };
}
