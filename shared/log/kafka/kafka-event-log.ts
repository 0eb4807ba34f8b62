import { pause } from '../../async/waiting.ts';
import {
  type Partition,
  type Retention,
  type StreamName,
  streamDefinition,
  streamNames,
} from '../../events/streams.ts';
import type { Logger } from '../../observability/logger.ts';
import type { KafkaAddress } from '../../settings/kafka-settings.ts';
import { appendDeadlineDefaultMs, type EventLog, type Position, type TimedEntry } from '../event-log.ts';
import { checkLogEntries } from '../records/log-entry.ts';
import { readColumnsFromRecords } from '../records/read-columns-from-records.ts';
import { createPartitionAppenders, type PartitionAppenders } from './appending/partition-appenders.ts';
import { withKafkaAdmin } from './kafka-admin.ts';
import { openKafkaLink } from './kafka-link.ts';
import { createOutages } from './outage-logging.ts';
import { createHighestKnownEnds, type HighestKnownEnds } from './reading/highest-known-ends.ts';
import { createEndsReader, type EndsReader } from './reading/leader-ends-reader.ts';
import { createLinkReader } from './reading/link-reader.ts';
import { createLinkReaders } from './reading/link-readers.ts';
import { createSurplusRecords } from './reading/surplus-records.ts';
import { inspectTopics } from './topics/check-and-align-topics.ts';
import { ensureTopics } from './topics/ensure-topics.ts';
import { createSegmentRoller } from './topics/roll-quiet-segments.ts';
import { compactionLagMs, type TopicTimestamps, topicName } from './topics/topic-settings.ts';

export interface KafkaEventLogOptions {
  readonly address: KafkaAddress;
  /** Null when another process of the hub sets the retention of topics. */
  readonly retention: Retention | null;
  readonly logger: Logger;
  /** `max.compaction.lag.ms` of compacted topics; less in tests. */
  readonly compactionLagMs?: number;
}

const importDeadlineMs = 60_000;
const servedWithinMs = 20_000;
/** A broker acknowledges a topic setting before it applies the setting. */
const settingTakesMs = 1_000;

/** Any number of processes may write and read the log. */
export function openKafkaEventLog(options: KafkaEventLogOptions): EventLog {
  const { address, retention, logger, compactionLagMs: lagMs = compactionLagMs } = options;
  const topicOf = (stream: StreamName) => topicName(address, stream);
  const topics = { topicOf, retention, compactionLagMs: lagMs };
  const openLink = () => openKafkaLink(address, streamNames.map(topicOf));
  const appenders = createPartitionAppenders({
    openLink,
    topicOf,
    outages: createOutages(logger, 'the event log cannot be written'),
  });
  const readOutages = createOutages(logger, 'the event log cannot be read');
  const highestKnownEnds = createHighestKnownEnds();
  const surplus = createSurplusRecords();
  const readers = createLinkReaders(() =>
    createLinkReader({ link: openLink(), topicOf, outages: readOutages, highestKnownEnds, surplus }),
  );
  const ends = createEndsReader(openLink(), topicOf);
  const importer = createImporter(appenders, async () => {
    await ensureStreams('CreateTime');
    await pause(settingTakesMs);
  });

  async function ensureStreams(timestamps: TopicTimestamps): Promise<void> {
    await withKafkaAdmin(address, (admin) => ensureTopics(admin, { ...topics, timestamps }));
    // A leader serves a new partition only after a moment.
    await ends.read(streamNames.flatMap(partitionsOf), servedWithinMs);
  }

  const reporting = reportEnds(appenders, ends, highestKnownEnds);
  const rollQuietSegments = createSegmentRoller({ ...reporting, read: readers.read, lagMs });

  return {
    ...reporting,
    ensureStreams: async () => {
      importer.end();
      await ensureStreams('LogAppendTime');
    },
    import: importer.import,
    read: readers.read,
    readColumns: (position, wanted) => readColumnsFromRecords(readers, position, wanted),
    readPacks: async () => null,
    identity: () =>
      withKafkaAdmin(address, async (admin) => {
        const { clusterId } = await admin.describeCluster();
        return `kafka ${clusterId}${address.topicPrefix && ` ${address.topicPrefix}`}`;
      }),
    // A backup of the database does not hold the topics.
    wasRestored: async () => false,
    markInUse: async () => {},
    // Brokers delete records by the topic settings.
    maintain: async () => {
      if (retention !== null) await rollQuietSegments();
    },
    inspect: () => withKafkaAdmin(address, (admin) => inspectTopics(admin, topics)),
    emptyRecords: async () => 0,
    close: async () => {
      await appenders.close();
      await Promise.all([readers.close(), ends.close()]);
    },
  };
}

function reportEnds(
  appenders: PartitionAppenders,
  ends: EndsReader,
  highestKnownEnds: HighestKnownEnds,
): Pick<EventLog, 'append' | 'ends'> {
  return {
    append: async (records, { deadlineMs = appendDeadlineDefaultMs } = {}) => {
      checkLogEntries(records);
      const positions = await appenders.append(records, deadlineMs);
      for (const position of positions) highestKnownEnds.raise(position, position.offset + 1);
      return positions;
    },
    ends: async (streams) => {
      const found = await ends.read(streams.flatMap(partitionsOf));
      for (const each of found) highestKnownEnds.raise(each, each.end);
      return found;
    },
  };
}

/** @param prepare called before the first import, and again after each `end` */
function createImporter(appenders: PartitionAppenders, prepare: () => Promise<void>) {
  let importing: Promise<void> | undefined;
  return {
    end: () => {
      importing = undefined;
    },
    import: async (records: readonly TimedEntry[]): Promise<readonly Position[]> => {
      checkLogEntries(records);
      importing ??= prepare();
      await importing.catch((error: unknown) => {
        importing = undefined;
        throw error;
      });
      const positions = await appenders.append(records, importDeadlineMs);
      for (const [index, { appendTime }] of positions.entries()) {
        if (appendTime !== records[index]?.appendTime) throw new Error('Kafka did not keep an imported time');
      }
      return positions;
    },
  };
}

function partitionsOf(stream: StreamName): Partition[] {
  return Array.from({ length: streamDefinition(stream).partitions }, (_, partition) => ({
    stream,
    partition,
  }));
}
