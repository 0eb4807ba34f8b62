import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { StateUnavailable } from '../../../projections/account-state/queries/state-copy.ts';
import { isDamageError } from '../../../shared/postgres/faults/damage-error.ts';
import { isDatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import { ProjectionUnavailable } from '../../../shared/projection/live/live-generations.ts';
import { ApiError, beingBuiltError, internalError, invalid, unavailableError } from './api-error.ts';

/** Errors that pass by themselves (rules/http.md#unavailable). */
const temporary = [DirectoryUnavailable, StateUnavailable];

/** A 500 says nothing about its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ProjectionUnavailable) return beingBuiltError;
  if (temporary.some((kind) => error instanceof kind) || isDatabaseUnavailable(error) || isDamageError(error))
    return unavailableError();
  // An error of Fastify, for example about an unreadable body.
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return invalid('request', 'could not be read');
  return internalError;
}
