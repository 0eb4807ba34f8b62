import { DirectoryUnavailable } from '../../projections/access/directory/directory.ts';
import { StateUnavailable } from '../../projections/account-state/queries/state-copy.ts';
import { isDatabaseUnavailable } from '../../shared/postgres/database-unavailable.ts';
import { ProjectionUnavailable } from '../../shared/projection/projection-unavailable.ts';
import { ApiError, internalError, invalid, unavailableError } from './errors.ts';

/** What stands between the hub and an answer for a moment; a client should ask again (decisions.md, HTTP). */
const passing = [DirectoryUnavailable, StateUnavailable, ProjectionUnavailable];

/** The answer to whatever was thrown while a request was served. A 500 says nothing of its cause. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (passing.some((kind) => error instanceof kind) || isDatabaseUnavailable(error))
    return unavailableError();
  // Fastify's own refusals, of a body that it could not read for instance.
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return invalid('request', 'could not be read');
  return internalError;
}
