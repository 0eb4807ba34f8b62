import { causesOf } from '../../errors/errors.ts';

/**
 * The error code in a broker's answer, by its name in Kafka's protocol, like
 * `NOT_LEADER_FOR_PARTITION`. Undefined for an error without an answer, like a timeout. kafkajs
 * wraps the code in its own errors.
 */
export function brokerErrorCode(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause) => ('type' in cause ? cause.type : undefined))
    .find((type) => typeof type === 'string');
}
