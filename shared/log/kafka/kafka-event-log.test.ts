import { describe } from 'vitest';
import { everyKind, kafkaFor } from '../../../test/support/kafka/kafka.ts';
import { openKafkaLogStore } from '../../../test/support/kafka/log-store.ts';
import { describeEventLog } from '../event-log.contract.ts';

for (const kind of everyKind) {
  const name = kind === null ? 'Kafka' : `Kafka (${kind})`;
  const brokers = await kafkaFor(`${name}: the contract of the log`, kind);
  describe.skipIf(brokers === null)(name, () => {
    describeEventLog(name, () => openKafkaLogStore(brokers ?? ''));
  });
}
