import kafkajs, { type Admin, type SASLOptions } from 'kafkajs';
import { causesOf, LogUnavailable, OperatorError } from '../../errors/errors.ts';
import type { KafkaAddress } from '../../settings/kafka-settings.ts';
import { brokerErrorCode } from './broker-error-code.ts';
import { shuffled } from './kafka-link.ts';
import { patchKafkajs } from './patch-kafkajs.ts';

/**
 * Uses a separate connection. Asks brokers in random order, so that the next call probably avoids a
 * frozen broker.
 * @throws LogUnavailable; OperatorError when the cluster refuses the hub
 */
export async function withKafkaAdmin<Result>(
  { brokers, ssl, sasl }: KafkaAddress,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  patchKafkajs();
  const admin = new kafkajs.Kafka({
    brokers: shuffled(brokers),
    ssl,
    ...(sasl !== null && { sasl: sasl as SASLOptions }),
    clientId: 'hub',
    logLevel: kafkajs.logLevel.NOTHING,
    connectionTimeout: 1_500,
    requestTimeout: 5_000,
    retry: { retries: 2 },
  }).admin();
  try {
    await admin.connect();
    return await work(admin);
  } catch (error) {
    throw explain(error);
  } finally {
    await admin.disconnect();
  }
}

function explain(error: unknown): unknown {
  const refused = refusal(error);
  if (refused !== undefined) {
    return new OperatorError(
      'kafka_refused',
      `Kafka does not let the hub in: ${refused}; check KAFKA_USERNAME, KAFKA_PASSWORD and the rights of this user`,
      { cause: error },
    );
  }
  if (!(error instanceof kafkajs.KafkaJSError)) return error;
  return new LogUnavailable('the Kafka cluster does not answer', { cause: error });
}

function refusal(error: unknown): string | undefined {
  const code = brokerErrorCode(error);
  if (code !== undefined && /AUTHORIZATION|SASL/.test(code)) return code;
  const isRefused = causesOf(error).some((cause) => cause instanceof kafkajs.KafkaJSSASLAuthenticationError);
  return isRefused ? 'login failed' : undefined;
}
