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
import { gatherColumns } from '../records/gather-columns.ts';
import { checkEntries } from '../records/log-entry.ts';
import { createProducerLanes } from './appending/partition-appenders.ts';
import { withKafkaAdmin } from './kafka-admin.ts';
import { openKafkaLink } from './kafka-link.ts';
import { createOutages } from './outages.ts';
import { createEndsReader } from './reading/ends-reader.ts';
import { createLinkReader } from './reading/link-reader.ts';
import { createLinkReaders } from './reading/link-readers.ts';
import { createReportedEnds } from './reading/reported-ends.ts';
import { createRemainders } from './reading/surplus-records.ts';
import { ensureTopics } from './topics/ensure-topics.ts';
import { inspectTopics } from './topics/inspect-topics.ts';
import { createSegmentEnds } from './topics/roll-quiet-segments.ts';
import { compactionLagMs, type Timestamps, topicName } from './topics/topic-settings.ts';

export interface KafkaEventLogOptions {
  readonly address: KafkaAddress;
  /** Null when another process of the hub sets how long topics keep their records. */
  readonly retention: Retention | null;
  readonly logger: Logger;
  /** After how long what was replaced or destroyed is compacted; less in tests. */
  readonly compactionLagMs?: number;
}

const importDeadlineMs = 60_000;
const servedWithinMs = 20_000;
/** A broker applies a setting of a topic a moment after it acknowledged it. */
const settingTakesMs = 1_000;

/** The log as Kafka topics, one per stream; any number of processes may write and read it. */
export function openKafkaEventLog(options: KafkaEventLogOptions): EventLog {
  const { address, retention, logger, compactionLagMs: lagMs = compactionLagMs } = options;
  const topicOf = (stream: StreamName) => topicName(address, stream);
  const topics = { topicOf, retention, compactionLagMs: lagMs };
  const openLink = () => openKafkaLink(address, streamNames.map(topicOf));
  const lanes = createProducerLanes({
    openLink,
    topicOf,
    outages: createOutages(logger, 'the event log cannot be written'),
  });
  const readOutages = createOutages(logger, 'the event log cannot be read');
  const reportedEnds = createReportedEnds();
  const remainders = createRemainders();
  const readers = createLinkReaders(() =>
    createLinkReader({ link: openLink(), topicOf, outages: readOutages, reportedEnds, remainders }),
  );
  const ends = createEndsReader({ link: openLink(), topicOf });
  const importer = createImporter({
    prepare: async () => {
      await ensureStreams('CreateTime');
      await pause(settingTakesMs);
    },
    append: (records) => lanes.append(records, importDeadlineMs),
  });

  async function ensureStreams(timestamps: Timestamps): Promise<void> {
    await withKafkaAdmin(address, (admin) => ensureTopics(admin, { ...topics, timestamps }));
    // The leader of a new partition serves it only a moment after it was made: after 3 s on a busy machine.
    await ends.read(streamNames.flatMap(partitionsOf), servedWithinMs);
  }

  const reporting = reportEnds({ lanes, ends, reportedEnds });
  const endSegments = createSegmentEnds({ ...reporting, read: readers.read, lagMs });

  return {
    ...reporting,
    ensureStreams: async () => {
      importer.end();
      await ensureStreams('LogAppendTime');
    },
    import: importer.import,
    read: readers.read,
    readColumns: (position, wanted) => gatherColumns(readers, position, wanted),
    readPacks: async () => null,
    identity: () =>
      withKafkaAdmin(address, async (admin) => {
        const { clusterId } = await admin.describeCluster();
        return `kafka ${clusterId}${address.topicPrefix && ` ${address.topicPrefix}`}`;
      }),
    // A backup of the database does not hold the topics.
    wasRestored: async () => false,
    markInUse: async () => {},
    // The brokers delete by the settings of the topics.
    maintain: async () => {
      if (retention !== null) await endSegments();
    },
    inspect: () => withKafkaAdmin(address, (admin) => inspectTopics(admin, topics)),
    emptyRecords: async () => 0,
    close: async () => {
      await lanes.close();
      await Promise.all([readers.close(), ends.close()]);
    },
  };
}

interface ReportingOptions {
  readonly lanes: ReturnType<typeof createProducerLanes>;
  readonly ends: ReturnType<typeof createEndsReader>;
  readonly reportedEnds: ReturnType<typeof createReportedEnds>;
}

/** Appends and asks for ends; readers of this process then know how far they can read. */
function reportEnds({ lanes, ends, reportedEnds }: ReportingOptions): Pick<EventLog, 'append' | 'ends'> {
  return {
    append: async (records, { deadlineMs = appendDeadlineDefaultMs } = {}) => {
      checkEntries(records);
      const positions = await lanes.append(records, deadlineMs);
      for (const position of positions) reportedEnds.raise(position, position.offset + 1);
      return positions;
    },
    ends: async (streams) => {
      const found = await ends.read(streams.flatMap(partitionsOf));
      for (const each of found) reportedEnds.raise(each, each.end);
      return found;
    },
  };
}

interface ImporterOptions {
  /** Called before the first import, and again after `end`. */
  readonly prepare: () => Promise<void>;
  readonly append: (records: readonly TimedEntry[]) => Promise<readonly Position[]>;
}

/** `EventLog.import` for Kafka. */
function createImporter({ prepare, append }: ImporterOptions) {
  let importing: Promise<void> | undefined;
  return {
    end: () => {
      importing = undefined;
    },
    import: async (records: readonly TimedEntry[]): Promise<readonly Position[]> => {
      checkEntries(records);
      importing ??= prepare();
      await importing.catch((error: unknown) => {
        importing = undefined;
        throw error;
      });
      const positions = await append(records);
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
