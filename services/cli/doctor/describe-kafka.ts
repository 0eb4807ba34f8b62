import type { ClusterDescription } from '../../../shared/log/kafka/topics/describe-cluster.ts';
import { retentionOf } from '../../../shared/process/settings/retention-settings.ts';
import { kafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import type { ExaminedHub } from './examined-hub.ts';

/** @returns null when the log is in the database */
export async function describeClusterOf(hub: ExaminedHub): Promise<ClusterDescription | null> {
  const settings = hub.settings();
  const address = kafkaAddress(settings);
  if (address === null) return null;
  // Throws when the log could not be opened, so that no cluster is asked.
  hub.log();
  const { describeCluster } = await import('../../../shared/log/kafka/topics/describe-cluster.ts');
  return describeCluster(address, retentionOf(settings));
}

/**
 * The clock of the broker with the largest difference, minus this machine's clock, in ms; null when
 * the log is in the database.
 */
export async function brokersAhead(hub: ExaminedHub): Promise<number | null> {
  if (kafkaAddress(hub.settings()) === null) return null;
  const log = hub.log();
  const { measureBrokerClocks } = await import('../../../shared/log/kafka/topics/describe-cluster.ts');
  return measureBrokerClocks(log, hub.now);
}
