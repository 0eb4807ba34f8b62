import type { EventLog } from '../../../shared/log/event-log.ts';
import { withKafkaAdmin } from '../../../shared/log/kafka/kafka-admin.ts';
import { openKafkaEventLog } from '../../../shared/log/kafka/kafka-event-log.ts';
import { createLogger } from '../../../shared/observability/logger.ts';
import type { KafkaAddress } from '../../../shared/settings/kafka-settings.ts';
import { testRetention } from '../log/retention.ts';

export function testAddress(brokers: string, topicPrefix: string): KafkaAddress {
  return { brokers: brokers.split(','), ssl: false, sasl: null, topicPrefix };
}

export function openTestKafkaLog(brokers: string, topicPrefix: string): EventLog {
  return openKafkaEventLog({
    address: testAddress(brokers, topicPrefix),
    retention: testRetention,
    logger: createLogger({ name: 'tests', level: 'silent' }),
  });
}

/** A broker slows down with its partitions: 6,000 are too many on a small machine. */
export async function deleteTopics(brokers: string, topicPrefix: string): Promise<void> {
  await withKafkaAdmin(testAddress(brokers, topicPrefix), async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(topicPrefix));
    if (topics.length > 0) await admin.deleteTopics({ topics });
  });
}
