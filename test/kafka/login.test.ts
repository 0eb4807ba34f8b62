import { describe, expect, it, onTestFinished } from 'vitest';
import { OperatorError } from '../../shared/errors/errors.ts';
import { openKafkaEventLog } from '../../shared/log/kafka/kafka-event-log.ts';
import { createLogger } from '../../shared/observability/logger.ts';
import { ownKafkaFor, startOwnBroker } from '../support/kafka/kafka.ts';
import { testAddress } from '../support/kafka/log.ts';
import { entry } from '../support/log/log-entries.ts';
import { readAll } from '../support/log/log-records.ts';
import { testRetention } from '../support/log/retention.ts';
import { patient } from '../support/runner/patience.ts';

const kind = await ownKafkaFor('Kafka: login');
const login = { mechanism: 'plain', username: 'hub', password: 'sesame' } as const;

const withLogin = {
  'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:SASL_PLAINTEXT',
  'sasl.enabled.mechanisms': 'PLAIN',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'listener.name.plaintext.plain.sasl.jaas.config':
    'org.apache.kafka.common.security.plain.PlainLoginModule required ' +
    `username="${login.username}" password="${login.password}" user_${login.username}="${login.password}";`,
};

describe.skipIf(kind === null)('a Kafka that asks for a login', () => {
  it('accepts the right password for writes and reads, and refuses another password in one line', {
    timeout: patient(360_000),
  }, async () => {
    const { brokers } = await startOwnBroker(kind, withLogin);
    const open = (password: string) => {
      const log = openKafkaEventLog({
        address: { ...testAddress(brokers, ''), sasl: { ...login, password } },
        retention: testRetention,
        logger: createLogger({ name: 'tests', level: 'silent' }),
      });
      onTestFinished(() => log.close());
      return log;
    };
    const log = open(login.password);
    await log.ensureStreams();
    await log.append([entry('hub.feed', 'a')]);
    expect(await readAll(log, ['hub.feed'])).toHaveLength(1);

    const refused = open('guess').ensureStreams();
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow('Kafka does not let the hub in');
    await expect(refused).rejects.not.toThrow('guess');
  });
});
