import { OperatorError } from '../../../shared/errors/errors.ts';
import { logDamagedCode } from '../../../shared/log/event-log.ts';

/**
 * Damaged pages of the log must not stop an erasure. All other records are empty by then, and the
 * damaged records are unreadable without their keys.
 */
export function ignoreLogDamage(error: unknown): void {
  if (!(error instanceof OperatorError) || error.code !== logDamagedCode) throw error;
}
