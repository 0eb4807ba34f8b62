import { expect, it } from 'vitest';
import { z } from 'zod';
import { kafkaAddress, kafkaSettings } from './kafka-settings.ts';
import { readSettings } from './settings.ts';

function addressOf(environment: Record<string, string>) {
  return kafkaAddress(readSettings(z.object(kafkaSettings), environment));
}

it('keeps the log in the database when no broker is set', () => {
  expect(addressOf({})).toBeNull();
  expect(addressOf({ KAFKA_BROKERS: ' ' })).toBeNull();
});

it('reads brokers, encryption and login', () => {
  expect(
    addressOf({
      KAFKA_BROKERS: 'kafka1:9092, 10.0.0.7:9093',
      KAFKA_SSL: 'true',
      KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
      KAFKA_USERNAME: 'hub',
      KAFKA_PASSWORD: 'sesame',
      KAFKA_TOPIC_PREFIX: 'guild.',
    }),
  ).toEqual({
    brokers: ['kafka1:9092', '10.0.0.7:9093'],
    ssl: true,
    sasl: { mechanism: 'scram-sha-512', username: 'hub', password: 'sesame' },
    topicPrefix: 'guild.',
  });
  expect(addressOf({ KAFKA_BROKERS: 'kafka1:9092' })).toEqual({
    brokers: ['kafka1:9092'],
    ssl: false,
    sasl: null,
    topicPrefix: '',
  });
});

it.each([
  [{ KAFKA_BROKERS: 'kafka1' }, `KAFKA_BROKERS 'kafka1' is not allowed`],
  [{ KAFKA_BROKERS: 'kafka1:9092,' }, 'KAFKA_BROKERS'],
  [{ KAFKA_BROKERS: 'kafka1:9092', KAFKA_SSL: 'yes' }, 'it must be true or false'],
  [{ KAFKA_BROKERS: 'kafka1:9092', KAFKA_SASL_MECHANISM: 'GSSAPI' }, 'SCRAM-SHA-256'],
  [{ KAFKA_BROKERS: 'kafka1:9092', KAFKA_USERNAME: 'hub' }, 'set all three or none'],
])('refuses %j', (environment, line) => {
  expect(() => addressOf(environment)).toThrow(line);
});
