import { LogUnavailable } from '../../../errors/errors.ts';
import { partitionName, type StreamName } from '../../../events/streams.ts';
import type { LogEntry, Position } from '../../event-log.ts';
import type { PendingTotals } from '../../pending-appends.ts';
import type { KafkaLink } from '../kafka-link.ts';
import type { Outages } from '../outage-logging.ts';
import { createPartitionAppender, type PartitionAppender } from './partition-appender.ts';
import type { ProducedEntry } from './partition-producer.ts';

export interface PartitionAppenders {
  /**
   * Appends in the given order, all or nothing per partition.
   * @throws LogUnavailable when not acknowledged within `deadlineMs`; records may still be appended
   * later
   */
  append(records: readonly ProducedEntry[], deadlineMs: number): Promise<readonly Position[]>;
  close(): Promise<void>;
}

export interface PartitionAppendersOptions {
  openLink(): KafkaLink;
  topicOf(stream: StreamName): string;
  readonly outages: Outages;
}

/** A broker answers the requests of a connection one after another. */
const linkCount = 4;

export function createPartitionAppenders(options: PartitionAppendersOptions): PartitionAppenders {
  const { openLink, topicOf, outages } = options;
  const links = Array.from({ length: linkCount }, openLink);
  const appenders = new Map<string, PartitionAppender>();
  const open: PendingTotals = { records: 0, bytes: 0 };
  let closed = false;

  function appenderOf({ stream, partition }: LogEntry): PartitionAppender {
    const name = partitionName({ stream, partition });
    const known = appenders.get(name);
    if (known !== undefined) return known;
    const link = links[appenders.size % linkCount] ?? openLink();
    const place = { link, stream, partition, topic: topicOf(stream) };
    const appender = createPartitionAppender({ ...place, open, outages });
    appenders.set(name, appender);
    return appender;
  }

  return {
    append: async (records, deadlineMs) => {
      if (closed) throw new LogUnavailable('the log is closed');
      const positions = new Map<ProducedEntry, Position>();
      const parts = [...Map.groupBy(records, appenderOf)].map(async ([appender, entries]) => {
        const appended = await appender.append(entries, deadlineMs);
        for (const [index, entry] of entries.entries()) {
          const position = appended[index];
          if (position !== undefined) positions.set(entry, position);
        }
      });
      await Promise.all(parts);
      return records.flatMap((entry) => positions.get(entry) ?? []);
    },
    close: async () => {
      closed = true;
      await Promise.all([...appenders.values()].map((appender) => appender.close()));
      await Promise.all(links.map((link) => link.close()));
    },
  };
}
