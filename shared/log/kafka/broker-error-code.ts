import { causesOf } from '../../errors/errors.ts';

/**
 * The code in a broker's answer, like `NOT_LEADER_FOR_PARTITION`; undefined for an error without an
 * answer.
 */
export function brokerErrorCode(error: unknown): string | undefined {
  return causesOf(error)
    .map((cause) => ('type' in cause ? cause.type : undefined))
    .find((type) => typeof type === 'string');
}
