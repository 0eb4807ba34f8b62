import { kafkaAddress } from '../../../shared/kafka-settings.ts';
import type { ClusterLook } from '../../../shared/log/kafka/look-at-cluster.ts';
import { retentionOf } from '../../../shared/process/process-settings.ts';
import type { ExaminedHub } from './examined-hub.ts';
import { findingOf } from './finding.ts';

/** The hub's Kafka cluster as it is; null where the log is in the database. Kafka's client is loaded where it is needed. */
export async function clusterOf(hub: ExaminedHub): Promise<ClusterLook | null> {
  const settings = hub.settings();
  const address = kafkaAddress(settings);
  if (address === null) return null;
  hub.log();
  const { lookAtCluster } = await import('../../../shared/log/kafka/look-at-cluster.ts');
  return lookAtCluster(address, retentionOf(settings));
}

export const noCluster = findingOf([], 'the log is in the database, no Kafka is used');
