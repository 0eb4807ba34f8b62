import { describeClusterOf } from '../describe-kafka.ts';
import { defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

export const topicsCheck = defineCheck('topics', describeClusterOf, judgeTopics);

export function judgeTopics(cluster: FactsOf<typeof describeClusterOf>): Finding {
  if (cluster === null) return findingOf([], 'the log is in the database, no Kafka is used');
  const { topics } = cluster;
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
