import { OperatorError } from '../../../shared/errors/errors.ts';
import { logDamaged } from '../../../shared/log/event-log.ts';

/**
 * For what an erasure does beside its event, which damaged pages must not keep from being given. An emptying of records has
 * emptied all but the damaged ones then. Without their keys those cannot be read either, and to try again would read the
 * whole log each time for nothing.
 */
export function unlessDamaged(error: unknown): void {
  if (!(error instanceof OperatorError) || error.code !== logDamaged) throw error;
}
