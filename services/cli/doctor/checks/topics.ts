import type { ClusterDescription } from '../../../../shared/log/kafka/topics/describe-cluster.ts';
import { describeClusterOf, noCluster } from '../describe-kafka.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

export const topicsCheck: Check = {
  name: 'topics',
  run: async (hub) => {
    const cluster = await describeClusterOf(hub);
    return cluster === null ? noCluster : judgeTopics(cluster);
  },
};

export function judgeTopics({ topics }: Pick<ClusterDescription, 'topics'>): Finding {
  const differing = topics.flatMap(({ name, differing: settings }) =>
    settings.map(({ setting, found, wanted }) => ({
      what: `topic ${name} has ${setting}=${found}`,
      why: 'brokers may delete permanent records, keep expired records, or lose acknowledged records',
      fix: `a running projector sets it to ${wanted} within a minute; find out who changed it`,
    })),
  );
  const surplus = topics
    .filter(({ partitions, ownPartitions }) => partitions > ownPartitions)
    .map(({ name, partitions, ownPartitions }) => ({
      what: `topic ${name} has ${partitions} partitions, the hub uses ${ownPartitions}`,
      why: 'records in the other partitions come from another program, and no hub reads them',
      fix: 'set KAFKA_TOPIC_PREFIX when several hubs share the cluster',
    }));
  return findingOf([...differing, ...surplus], `${topics.length} topics have the settings of the hub`);
}
