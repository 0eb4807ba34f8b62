import { onTestFinished } from 'vitest';
import { streamNames } from '../../../shared/events/streams.ts';
import {
  createProducerLanes,
  type ProducerLanes,
} from '../../../shared/log/kafka/appending/partition-appenders.ts';
import { openKafkaLink } from '../../../shared/log/kafka/kafka-link.ts';
import { createOutages } from '../../../shared/log/kafka/outages.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import { type Interference, interfere } from './link-faults.ts';
import { testAddress } from './log.ts';

/** Lanes to the topics of this prefix, whose sends are interfered with; closed with the test. */
export function openLanes(brokers: string, prefix: string, interference: Interference): ProducerLanes {
  const topicOf = (stream: string) => `${prefix}${stream}`;
  const address = testAddress(brokers, prefix);
  const lanes = createProducerLanes({
    openLink: () => interfere(openKafkaLink(address, streamNames.map(topicOf)), interference),
    topicOf,
    outages: createOutages(createLogger({ name: 'tests', level: 'silent' }), 'no'),
  });
  onTestFinished(() => lanes.close());
  return lanes;
}
