import { OperatorError } from '../../../shared/errors/errors.ts';
import { logDamaged } from '../../../shared/log/event-log.ts';

/**
 * Ignores damaged pages of the log while an erasure empties records, so that they do not stop the
 * erasure. All other records are empty by then. The damaged records are unreadable without their
 * keys, and another try would read the whole log again.
 */
export function ignoreLogDamage(error: unknown): void {
  if (!(error instanceof OperatorError) || error.code !== logDamaged) throw error;
}
