import { OperatorError } from '../../shared/errors.ts';
import { logDamaged } from '../../shared/log/event-log.ts';

/**
 * For an emptying of records, which has emptied all but the damaged ones then. Without their keys those cannot be read either,
 * and to try again would read the whole log each time for nothing.
 */
export function unlessDamaged(error: unknown): void {
  if (!(error instanceof OperatorError) || error.code !== logDamaged) throw error;
}
