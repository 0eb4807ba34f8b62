import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeError, type Logger } from '../../../shared/observability/logger.ts';

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
