import type { ClusterDescription } from '../../../../shared/log/kafka/topics/describe-cluster.ts';
import { describeClusterOf, noCluster } from '../describe-kafka.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

/** Whether the topics of the log have the settings that keep what is promised. */
export const topicsCheck: Check = {
  name: 'topics',
  look: async (hub) => {
    const look = await describeClusterOf(hub);
    return look === null ? noCluster : judgeTopics(look);
  },
};

export function judgeTopics({ topics }: Pick<ClusterDescription, 'topics'>): Finding {
  const differing = topics.flatMap(({ name, differing: settings }) =>
    settings.map(({ setting, found, wanted }) => ({
      what: `topic ${name} has ${setting}=${found}`,
      why: 'brokers may delete what is kept for ever, keep what has to go, or lose what was acknowledged',
      fix: `a running projector sets it to ${wanted} within a minute; find out who changed it`,
    })),
  );
  const surplus = topics
    .filter(({ partitions, ownPartitions }) => partitions > ownPartitions)
    .map(({ name, partitions, ownPartitions }) => ({
      what: `topic ${name} has ${partitions} partitions, the hub uses ${ownPartitions}`,
      why: 'records in the others are of somebody else, and no hub reads them',
      fix: 'set KAFKA_TOPIC_PREFIX where several hubs share the cluster',
    }));
  return findingOf([...differing, ...surplus], `${topics.length} topics are as the hub needs them`);
}
