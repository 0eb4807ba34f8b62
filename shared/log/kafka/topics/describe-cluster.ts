import { type Retention, type StreamName, streamDefinition } from '../../../events/streams.ts';
import type { KafkaAddress } from '../../../settings/kafka-settings.ts';
import type { EventLog } from '../../event-log.ts';
import { withKafkaAdmin } from '../kafka-admin.ts';
import { type ChangedSetting, differingSettings } from './ensure-topics.ts';
import { unreadRecord } from './filler-record.ts';
import { readTopics } from './read-topics.ts';
import { topicName, topicSettings } from './topic-settings.ts';

/** What a cluster has for a hub, as it is: nothing is set back. */
export interface ClusterLook {
  readonly brokers: number;
  readonly topics: readonly {
    readonly name: string;
    readonly partitions: number;
    /** Partitions that the hub writes and reads. */
    readonly ownPartitions: number;
    readonly replicas: number;
    /** How many of the hub's partitions lack an in-sync replica. */
    readonly behind: number;
    readonly differing: readonly ChangedSetting[];
  }[];
}

/** @throws LogUnavailable when the cluster does not answer, OperatorError when it refuses the hub */
export function lookAtCluster(address: KafkaAddress, retention: Retention): Promise<ClusterLook> {
  const topicOf = (stream: StreamName) => topicName(address, stream);
  return withKafkaAdmin(address, async (admin) => {
    const { brokers } = await admin.describeCluster();
    const topics = await readTopics(admin, topicOf);
    return {
      brokers: brokers.length,
      topics: [...topics].map(([stream, topic]) => {
        const { partitions, replicas, behind } = topic;
        const wanted = topicSettings(stream, { retention, timestamps: 'LogAppendTime', replicas });
        return {
          name: topicOf(stream),
          partitions,
          ownPartitions: streamDefinition(stream).partitions,
          replicas,
          behind,
          differing: differingSettings(stream, topic, wanted),
        };
      }),
    };
  });
}

/** Twelve partitions, so that every broker of a small cluster leads one; what is appended is compacted away. */
const probedStream: StreamName = 'hub.state';
/** Not the type that ends a segment: by the last record of a partition it is known whether its segment has to be ended. */
const clockProbed = 'clock-probed';

/**
 * How far the clocks of the brokers are ahead of this machine's, in ms, the farthest of them; by the time that they give to
 * a record that nobody reads. Half of the round trip is taken for the way there.
 */
export async function measureBrokerClocks(log: Pick<EventLog, 'append'>, now: () => number): Promise<number> {
  const partitions = Array.from({ length: streamDefinition(probedStream).partitions }, (_, index) => index);
  const skews = await Promise.all(
    partitions.map(async (partition) => {
      const sentAt = now();
      const place = { stream: probedStream, partition };
      const [position] = await log.append([unreadRecord(place, 'hub/clock', clockProbed)]);
      return (position?.appendTime ?? sentAt) - (sentAt + now()) / 2;
    }),
  );
  return skews.reduce((far, skew) => (Math.abs(skew) > Math.abs(far) ? skew : far), 0);
}
