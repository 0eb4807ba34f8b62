import { type Retention, type StreamName, streamDefinition } from '../../../events/streams.ts';
import type { KafkaAddress } from '../../../settings/kafka-settings.ts';
import type { EventLog } from '../../event-log.ts';
import { emptyEntry } from '../../records/log-entry.ts';
import { withKafkaAdmin } from '../kafka-admin.ts';
import { type DifferingSetting, findDifferingSettings } from './ensure-topics.ts';
import { readTopics } from './read-topics.ts';
import { topicName, topicSettings } from './topic-settings.ts';

export interface ClusterDescription {
  readonly brokers: number;
  readonly topics: readonly {
    readonly name: string;
    readonly partitions: number;
    /** Partitions that the hub writes and reads. */
    readonly ownPartitions: number;
    readonly replicas: number;
    readonly underReplicatedPartitions: number;
    readonly differing: readonly DifferingSetting[];
  }[];
}

/** @throws as `withKafkaAdmin` */
export function describeCluster(address: KafkaAddress, retention: Retention): Promise<ClusterDescription> {
  const topicOf = (stream: StreamName) => topicName(address, stream);
  return withKafkaAdmin(address, async (admin) => {
    const { brokers } = await admin.describeCluster();
    const topics = await readTopics(admin, topicOf);
    return {
      brokers: brokers.length,
      topics: [...topics].map(([stream, topic]) => {
        const { partitions, replicas, underReplicatedPartitions } = topic;
        const wanted = topicSettings(stream, { retention, timestamps: 'LogAppendTime', replicas });
        return {
          name: topicOf(stream),
          partitions,
          ownPartitions: streamDefinition(stream).partitions,
          replicas,
          underReplicatedPartitions,
          differing: findDifferingSettings(stream, topic, wanted),
        };
      }),
    };
  });
}

/**
 * Every broker of a small cluster leads a partition of this stream, and appended records are
 * compacted away.
 */
const probedStream: StreamName = 'hub.state';
/** No projection knows it, and `roll-quiet-segments.ts` looks for another type. */
const clockProbed = 'clock-probed';

/**
 * How far the farthest broker clock is ahead of this machine's clock, in ms. Appends filler
 * records. Half of the round trip counts as the way to the broker.
 */
export async function measureBrokerClocks(log: Pick<EventLog, 'append'>, now: () => number): Promise<number> {
  const partitions = Array.from({ length: streamDefinition(probedStream).partitions }, (_, index) => index);
  const skews = await Promise.all(
    partitions.map(async (partition) => {
      const sentAt = now();
      const place = { stream: probedStream, partition };
      const [position] = await log.append([emptyEntry(place, 'hub/clock', clockProbed)]);
      return (position?.appendTime ?? sentAt) - (sentAt + now()) / 2;
    }),
  );
  return skews.reduce((far, skew) => (Math.abs(skew) > Math.abs(far) ? skew : far), 0);
}
