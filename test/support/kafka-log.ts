import type { EventLog } from '../../shared/log/event-log.ts';
import { openKafkaEventLog } from '../../shared/log/kafka/kafka-event-log.ts';
import { createLogger } from '../../shared/logger.ts';

const dayMs = 86_400_000;

/** A log on the run's Kafka, its topics under a prefix. */
export function openTestKafkaLog(brokers: string, topicPrefix: string): EventLog {
  return openKafkaEventLog({
    address: { brokers: brokers.split(','), ssl: false, sasl: null },
    retention: {
      RAW_PAYLOAD_RETENTION_HOURS: 3 * dayMs,
      LOCATION_RETENTION_DAYS: 30 * dayMs,
      AUDIT_LOG_RETENTION_DAYS: 730 * dayMs,
    },
    logger: createLogger({ name: 'tests', level: 'silent' }),
    topicPrefix,
  });
}
