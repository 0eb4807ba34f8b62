import { describe } from 'vitest';
import { runsCampaigns } from '../../../test/support/campaign.ts';
import { kafkaFor } from '../../../test/support/kafka/kafka.ts';
import { openKafkaLogStore } from '../../../test/support/kafka/log-store.ts';
import { describeEventLog } from '../event-log.contract.ts';

/** Null asks for the Kafka of this run, whatever its kind. */
const kinds = runsCampaigns ? (['container', 'process'] as const) : [null];

for (const kind of kinds) {
  const name = kind === null ? 'Kafka' : `Kafka (${kind})`;
  const brokers = await kafkaFor(`${name}: the contract of the log`, kind);
  describe.skipIf(brokers === null)(name, () => {
    describeEventLog(name, () => openKafkaLogStore(brokers ?? ''));
  });
}
