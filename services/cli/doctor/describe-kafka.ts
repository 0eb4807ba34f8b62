import type { ClusterDescription } from '../../../shared/log/kafka/topics/describe-cluster.ts';
import { retentionOf } from '../../../shared/process/settings/process-settings.ts';
import { kafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import type { ExaminedHub } from './examined-hub.ts';
import { findingOf } from './finding.ts';

/** The hub's Kafka cluster as it is; null where the log is in the database. Kafka's client is loaded where it is needed. */
export async function describeClusterOf(hub: ExaminedHub): Promise<ClusterDescription | null> {
  const settings = hub.settings();
  const address = kafkaAddress(settings);
  if (address === null) return null;
  // Throws where the log could not be opened: then there is no cluster to ask.
  hub.log();
  const { describeCluster } = await import('../../../shared/log/kafka/topics/describe-cluster.ts');
  return describeCluster(address, retentionOf(settings));
}

/** How far the brokers' clocks are ahead of this machine's, ms: the farthest of them; null where the log is in the database. */
export async function brokersAhead(hub: ExaminedHub): Promise<number | null> {
  if (kafkaAddress(hub.settings()) === null) return null;
  const log = hub.log();
  const { measureBrokerClocks } = await import('../../../shared/log/kafka/topics/describe-cluster.ts');
  return measureBrokerClocks(log, hub.now);
}

export const noCluster = findingOf([], 'the log is in the database, no Kafka is used');
