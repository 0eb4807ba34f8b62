import { LogUnavailable } from '../../../errors/errors.ts';
import { partitionName, type StreamName } from '../../../events/streams.ts';
import type { OpenAppends } from '../../append-calls.ts';
import type { LogEntry, Position } from '../../event-log.ts';
import type { KafkaLink } from '../kafka-link.ts';
import type { Outages } from '../outages.ts';
import { createProducerLane, type ProducerLane } from './partition-appender.ts';
import type { ProducedEntry } from './partition-producer.ts';

/** Appends to many partitions. Each has its own lane, a queue with a producer, because a request never spans partitions. */
export interface ProducerLanes {
  /**
   * Appends each partition's records in their order, all or nothing per partition.
   * @throws LogUnavailable when not all are acknowledged within `deadlineMs`; they may still be appended later
   */
  append(records: readonly ProducedEntry[], deadlineMs: number): Promise<readonly Position[]>;
  close(): Promise<void>;
}

export interface ProducerLanesOptions {
  openLink(): KafkaLink;
  topicOf(stream: StreamName): string;
  readonly outages: Outages;
}

/** A broker answers the requests of a connection one after another, so the lanes are spread over this many. */
const linkCount = 4;

export function createProducerLanes({ openLink, topicOf, outages }: ProducerLanesOptions): ProducerLanes {
  const links = Array.from({ length: linkCount }, openLink);
  const lanes = new Map<string, ProducerLane>();
  const open: OpenAppends = { records: 0, bytes: 0 };
  let closed = false;

  function laneOf({ stream, partition }: LogEntry): ProducerLane {
    const name = partitionName({ stream, partition });
    const known = lanes.get(name);
    if (known !== undefined) return known;
    const link = links[lanes.size % linkCount] ?? openLink();
    const lane = createProducerLane({ link, stream, topic: topicOf(stream), partition, open, outages });
    lanes.set(name, lane);
    return lane;
  }

  return {
    append: async (records, deadlineMs) => {
      if (closed) throw new LogUnavailable('the log is closed');
      const positions = new Map<ProducedEntry, Position>();
      const parts = [...Map.groupBy(records, laneOf)].map(async ([lane, entries]) => {
        const appended = await lane.append(entries, deadlineMs);
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
      await Promise.all([...lanes.values()].map((lane) => lane.close()));
      await Promise.all(links.map((link) => link.close()));
    },
  };
}
