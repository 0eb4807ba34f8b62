import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { StateUnavailable } from '../../../projections/account-state/queries/state-copy.ts';
import { describeError, type Logger } from '../../../shared/observability/logger.ts';
import { isDamageError } from '../../../shared/postgres/faults/damage-error.ts';
import { isDatabaseUnavailable } from '../../../shared/postgres/faults/database-unavailable.ts';
import { ProjectionUnavailable } from '../../../shared/projection/live/live-generations.ts';
import { ApiError, beingBuiltError, internalError, invalid, unavailableError } from './api-error.ts';

/** The log line and the answer have the same random id, so that an operator finds the line. */
export function reportError(
  logger: Logger,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const id = randomUUID();
  reply.header('x-error-id', id);
  logger.error({ errorId: id, ...failureOf(thrown, request) }, 'a request failed');
}

/** The client sees only that the streamed answer ends too soon. */
export function reportCutOff(logger: Logger, thrown: unknown, request: FastifyRequest): void {
  logger.error(failureOf(thrown, request), 'an answer was cut off by a failure');
}

function failureOf(thrown: unknown, request: FastifyRequest) {
  const { operationId } = request.routeOptions.config;
  return { operation: operationId, problem: describeError(thrown) };
}

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
