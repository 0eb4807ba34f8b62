import { onTestFinished } from 'vitest';
import { streamNames } from '../../../shared/events/streams.ts';
import {
  createPartitionAppenders,
  type PartitionAppenders,
} from '../../../shared/log/kafka/appending/partition-appenders.ts';
import { openKafkaLink } from '../../../shared/log/kafka/kafka-link.ts';
import { createOutages } from '../../../shared/log/kafka/outage-logging.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { type Interference, interfere } from './link-faults.ts';
import { testAddress } from './log.ts';

/** The appenders end with the test. */
export function openAppenders(
  brokers: string,
  prefix: string,
  interference: Interference,
): PartitionAppenders {
  const topicOf = (stream: string) => `${prefix}${stream}`;
  const address = testAddress(brokers, prefix);
  const appenders = createPartitionAppenders({
    openLink: () => interfere(openKafkaLink(address, streamNames.map(topicOf)), interference),
    topicOf,
    outages: createOutages(createLogger({ name: 'tests', level: 'silent' }), 'no'),
  });
  onTestFinished(() => appenders.close());
  return appenders;
}
