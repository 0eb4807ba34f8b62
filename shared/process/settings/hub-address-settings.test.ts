import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { kafkaSettings } from '../../settings/kafka-settings.ts';
import { readSettings } from '../../settings/settings.ts';
import { childEnvironment } from './hub-address-settings.ts';

const schema = z.object({
  ...kafkaSettings,
  DATA_DIR: z.string(),
  BACKUP_DIR: z.string(),
  DATABASE_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
});

const ofAnotherHub = {
  DATA_DIR: '/srv/real',
  BACKUP_DIR: '/srv/backups',
  DATABASE_URL: 'postgres://real',
  DATABASE_OWNER_URL: 'postgres://owner-of-real',
  KAFKA_BROKERS: 'real:9092',
  KAFKA_SSL: 'true',
  KAFKA_SASL_MECHANISM: 'plain',
  KAFKA_USERNAME: 'real',
  KAFKA_PASSWORD: 'real',
  KAFKA_TOPIC_PREFIX: 'real.',
};

const ofThisHub = {
  DATA_DIR: '/srv/this',
  BACKUP_DIR: '/srv/this/backups',
  DATABASE_URL: 'postgres://this',
  DATABASE_OWNER_URL: 'postgres://owner-of-this',
  KAFKA_BROKERS: 'this:9092,next:9092',
  KAFKA_SSL: 'false',
  KAFKA_SASL_MECHANISM: 'scram-sha-256',
  KAFKA_USERNAME: 'this',
  KAFKA_PASSWORD: 'secret of this',
  KAFKA_TOPIC_PREFIX: 'this.',
};

test.each([
  ['a hub with only its folders', { DATA_DIR: '/tmp/demo', BACKUP_DIR: '/tmp/demo/backups' }],
  ['a hub with all settings', ofThisHub],
])('a process that is started for %s finds that hub, whatever the environment names', (_case, given) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries(ofAnotherHub)) vi.stubEnv(name, value);
  const settings = readSettings(schema, given);
  expect(readSettings(schema, childEnvironment(settings, randomBytes(32)))).toEqual(settings);
});
