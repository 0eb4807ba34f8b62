import { randomBytes } from 'node:crypto';
import kafkajs from 'kafkajs';
import { expect, test } from 'vitest';
import type { Examination } from '../../services/cli/doctor/examine.ts';
import { withKafkaAdmin } from '../../shared/log/kafka/kafka-admin.ts';
import { measureBrokerClocks } from '../../shared/log/kafka/topics/describe-cluster.ts';
import { atEnd } from '../support/at-end.ts';
import { runInProcess } from '../support/hub/command-line.ts';
import { startTestHub } from '../support/hub/hub.ts';
import { temporaryDataDir } from '../support/hub/hub-process.ts';
import { kafkaFor, uniquePrefix } from '../support/kafka/kafka.ts';
import { deleteTopics, openTestKafkaLog, testAddress } from '../support/kafka/log.ts';
import { databaseUrlOf } from '../support/postgres/database.ts';

const ofKafka = ['log', 'topics', 'replication', 'clock'];
const brokers = await kafkaFor('Kafka: hub doctor');

test.skipIf(brokers === null)(
  'hub doctor checks the topics and the clocks of the brokers, and changes no setting',
  async () => {
    const KAFKA_TOPIC_PREFIX = uniquePrefix();
    atEnd(() => deleteTopics(brokers ?? '', KAFKA_TOPIC_PREFIX));
    const address = testAddress(brokers ?? '', KAFKA_TOPIC_PREFIX);
    const own = { HUB_SECRET: randomBytes(32).toString('base64'), DATA_DIR: await temporaryDataDir(null) };
    const onKafka = { ...own, KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC_PREFIX };
    const { database } = await startTestHub({ settings: onKafka });
    const DATABASE_URL = await databaseUrlOf(database);
    const examined = async (settings: Readonly<Record<string, string>>) => {
      const { stdout } = await runInProcess({ ...settings, DATABASE_URL }, ['doctor', '--json']);
      const { checks }: Examination = JSON.parse(stdout);
      // A busy machine has other findings, such as lag.
      const found = checks.filter(({ name, ok }) => !ok && ofKafka.includes(name));
      return Object.fromEntries(found.map(({ name, detail }) => [name, detail]));
    };
    expect(await examined(onKafka)).toEqual({});

    await withKafkaAdmin(address, (admin) =>
      admin.alterConfigs({
        validateOnly: false,
        resources: [
          {
            type: kafkajs.ConfigResourceTypes.TOPIC,
            name: `${KAFKA_TOPIC_PREFIX}hub.xp`,
            configEntries: [{ name: 'retention.ms', value: '86400000' }],
          },
        ],
      }),
    );
    const changed = expect.stringContaining('hub.xp has retention.ms=86400000');
    // A broker reports a new setting a moment after the controller accepted the setting.
    await expect.poll(() => examined(onKafka)).toEqual({ topics: changed });
    expect(await examined(onKafka)).toEqual({ topics: changed });
    expect(await examined(own)).toMatchObject({
      log: expect.stringContaining('the log of this hub is in Kafka'),
    });

    const log = openTestKafkaLog(brokers ?? '', KAFKA_TOPIC_PREFIX);
    atEnd(() => log.close());
    const ahead = await measureBrokerClocks(log, () => Date.now() - 60_000);
    expect(Math.round(ahead / 10_000)).toBe(6);
  },
);
