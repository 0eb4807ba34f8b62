import kafkajs from 'kafkajs';
import { withKafkaAdmin } from '../../../shared/log/kafka/kafka-admin.ts';
import { testAddress } from './log.ts';

const retention = 'retention.ms';

export async function readRetention(brokers: string, topic: string): Promise<string | undefined> {
  return (await readSettings(brokers, topic)).get(retention);
}

/** Keeps the other settings of the topic. */
export async function setRetention(brokers: string, topic: string, ms: string): Promise<void> {
  const settings = (await readSettings(brokers, topic)).set(retention, ms);
  const configEntries = [...settings].map(([name, value]) => ({ name, value }));
  const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }];
  await withKafkaAdmin(testAddress(brokers, ''), (admin) =>
    admin.alterConfigs({ validateOnly: false, resources }),
  );
}

/** Number in the protocol for a setting of the topic itself. */
const topicSource = 1;

function readSettings(brokers: string, topic: string): Promise<Map<string, string>> {
  return withKafkaAdmin(testAddress(brokers, ''), async (admin) => {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
    });
    const own = resources[0]?.configEntries.filter(({ configSource }) => configSource === topicSource) ?? [];
    return new Map(own.map(({ configName, configValue }) => [configName, configValue]));
  });
}
