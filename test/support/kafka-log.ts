import type { Retention } from '../../shared/events/streams.ts';
import type { KafkaAddress } from '../../shared/kafka-settings.ts';
import type { EventLog } from '../../shared/log/event-log.ts';
import { openKafkaEventLog } from '../../shared/log/kafka/kafka-event-log.ts';
import { createLogger } from '../../shared/logger.ts';

const dayMs = 86_400_000;

export const testRetention: Retention = {
  RAW_PAYLOAD_RETENTION_HOURS: 3 * dayMs,
  LOCATION_RETENTION_DAYS: 30 * dayMs,
  AUDIT_LOG_RETENTION_DAYS: 730 * dayMs,
};

export function testAddress(brokers: string, topicPrefix: string): KafkaAddress {
  return { brokers: brokers.split(','), ssl: false, sasl: null, topicPrefix };
}

/** A log on a test's Kafka, its topics under a prefix. */
export function openTestKafkaLog(brokers: string, topicPrefix: string): EventLog {
  return openKafkaEventLog({
    address: testAddress(brokers, topicPrefix),
    retention: testRetention,
    logger: createLogger({ name: 'tests', level: 'silent' }),
  });
}
