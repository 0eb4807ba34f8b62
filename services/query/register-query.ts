import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { authenticate } from '../../projections/access/visibility/authenticate.ts';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import type { Readers } from '../../projections/access/visibility/readers.ts';
import { publicPathOf } from '../../shared/http/public-path.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { pingDatabase } from '../../shared/postgres/faults/ping-database.ts';
import { healthHandler } from '../../shared/process/http/health.ts';
import { ignoreExpectHeader } from '../../shared/process/http/ignore-expect-header.ts';
import { measureAnswers } from '../../shared/process/http/measure-answers.ts';
import { metricsAccess } from '../../shared/process/http/metrics-access.ts';
import { registerDocs } from './docs/docs-assets.ts';
import { pathNotFound, unauthorized } from './errors/api-error.ts';
import { reportError, toApiError } from './errors/report-error.ts';
import { createGuard } from './guard.ts';
import { type EventLoopWatch, watchEventLoop } from './http/event-loop-watch.ts';
import { answerPreflight, headersOfEveryResponse } from './http/response-headers.ts';
import { sendError } from './http/send.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { documentHandler } from './openapi/serve-document.ts';
import type { QueryServices } from './query-services.ts';
import { routes } from './routes.ts';
import { runRoute } from './run-route.ts';

export interface QueryDeps extends QueryServices {
  readonly readers: Readers;
  readonly limiter: RateLimiter;
  /** For `/api/health`: requests cannot use up its connections. */
  readonly followerPool: Database;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** Null: there is no `/metrics`. */
  readonly metricsToken: string | null;
  readonly trustProxyHops: number;
  /** `PUBLIC_URL` */
  readonly publicUrl?: string | undefined;
  /** Replaced in tests. */
  readonly loop?: EventLoopWatch;
}

/**
 * The server must be made with `queryServerOptions`. Other services may register on the same
 * server.
 */
export function registerQuery(app: FastifyInstance, deps: QueryDeps): void {
  app.setErrorHandler(errorHandler(deps.logger));
  app.setNotFoundHandler((request, reply) => {
    reply.headers(headersOfEveryResponse);
    if (request.method === 'OPTIONS') return answerPreflight(request, reply);
    return sendError(request, reply, pathNotFound);
  });
  app.decorateRequest('reader', null);
  ignoreExpectHeader(app);
  app.register(async (scope) => registerApi(scope, deps), { prefix: '/api/v1' });
  app.register(async (scope) => registerQueryOperations(scope, deps));
}

function registerApi(scope: FastifyInstance, deps: QueryDeps): void {
  const loop = deps.loop ?? watchEventLoop();
  scope.addHook('onClose', async () => loop.close());
  scope.addHook(
    'onRequest',
    createGuard({ ...deps, loop, readerOf: readerOf(deps), refreshSessionKeys: deps.sessionKeys.refreshed }),
  );
  measureRequests(scope, deps.metrics);
  // Without a handler, Fastify runs no guard on unknown paths.
  scope.setNotFoundHandler((request, reply) => sendError(request, reply, pathNotFound));
  const document = { operationId: 'getOpenapi', public: true };
  scope.get('/openapi.json', { config: document }, documentHandler(publicPathOf(deps.publicUrl)));
  for (const route of routes) {
    const config = {
      operationId: route.operationId,
      ...(route.endpointLimit && { endpointLimit: route.endpointLimit }),
    };
    scope.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), { config }, runRoute(route, deps));
  }
}

function measureRequests(scope: FastifyInstance, registry: Registry): void {
  const seconds = createApiAnswerSeconds(registry);
  measureAnswers(scope, ({ routeOptions }, status, took) => {
    seconds.observe({ operation: routeOptions.config?.operationId ?? 'unknown', status }, took);
  });
}

export function createApiAnswerSeconds(registry: Registry): Histogram<'operation' | 'status'> {
  return new Histogram({
    name: 'hub_api_answer_seconds',
    help: 'Time to answer a request of the read API',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
}

/** Without rate limits: monitoring asks often, and browsers load the docs. */
function registerQueryOperations(scope: FastifyInstance, deps: QueryDeps): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(headersOfEveryResponse);
  });
  scope.get(
    '/api/health',
    healthHandler(() => pingDatabase(deps.followerPool)),
  );
  scope.get('/metrics', metricsHandler(deps.metrics, deps.metricsToken));
  registerDocs(scope);
}

function metricsHandler(metrics: Registry, token: string | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const access = metricsAccess(token, request.headers.authorization);
    if (access === 'absent') throw pathNotFound;
    if (access === 'refused') throw unauthorized;
    return reply.header('content-type', metrics.contentType).send(await metrics.metrics());
  };
}

function readerOf({ directory, sessionKeys, readers, clock }: QueryDeps) {
  return (authorization: string | null): Reader | null => {
    const current = directory.current();
    const key = authenticate({ directory: current, sessionKeys }, authorization, clock());
    return key === null ? null : readers.readerOf(current, key);
  };
}

function errorHandler(logger: Logger) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refused = toApiError(thrown);
    // An unknown path is a 404, even if the request's body could not be read.
    const error = request.is404 && refused.status === 400 ? pathNotFound : refused;
    if (error.status === 500) reportError(logger, thrown, request, reply);
    return sendError(request, reply.headers(headersOfEveryResponse), error);
  };
}
