import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../../shared/http/client-address.ts';
import { isDeeperThan } from '../../../shared/http/json-depth.ts';
import { describeError } from '../../../shared/observability/logger.ts';
import { ConsoleError } from '../console-error.ts';
import { type ConsoleCaller, findCaller } from '../sessions/find-caller.ts';
import { measureConsole } from './answers/measure-console.ts';
import { toConsoleError } from './answers/to-console-error.ts';
import type { ConsoleServices } from './console-services.ts';
import type { ConsoleAccess, ConsoleAnswer, ConsoleRoute } from './define-console-route.ts';
import { isOwnOrigin } from './requests/own-origin.ts';
import { parseInput, requireStorableText } from './requests/parse-input.ts';
import { createReadLimits, type ReadLimits } from './requests/read-limits.ts';
import { consoleRoutes } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when nobody is signed in, and outside the console. */
    consoleCaller: ConsoleCaller | null;
  }
  interface FastifyContextConfig {
    consoleRoute?: ConsoleRoute;
  }
}

const bodyBytesMax = 64 * 1_024;
const bodyDepthMax = 32;

const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Serves the hub's own pages only: answers have no CORS headers, and a POST must be JSON from the
 * hub's origin.
 */
export function registerConsoleApi(
  app: FastifyInstance,
  { trustProxyHops, ...services }: ConsoleServices & { readonly trustProxyHops: number },
): void {
  app.decorateRequest('consoleCaller', null);
  const limits = createReadLimits();
  app.register(
    async (scope) => {
      measureConsole(scope, services.metrics);
      parseJson(scope);
      scope.addHook('onRequest', checkRequest(services, limits));
      scope.setErrorHandler(answerRefusal(services));
      scope.setNotFoundHandler(() => {
        throw new ConsoleError('not_found', 'Not found.');
      });
      for (const route of consoleRoutes) register(scope, route, { services, trustProxyHops, limits });
    },
    { prefix: '/console/api' },
  );
}

interface RouteOptions {
  readonly services: ConsoleServices;
  readonly trustProxyHops: number;
  readonly limits: ReadLimits;
}

/** Refuses deep JSON before the parser and `JSON.stringify` recurse into it. */
function parseJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isDeeperThan(bodyDepthMax, body)) return parse(request, body.toString('utf8'), done);
    done(new ConsoleError('invalid', `the body is nested more than ${bodyDepthMax} levels deep`));
  });
}

function register(
  scope: FastifyInstance,
  route: ConsoleRoute,
  { services, trustProxyHops, limits }: RouteOptions,
): void {
  scope.route({
    method: route.method,
    url: `/${route.path}`,
    bodyLimit: bodyBytesMax,
    config: { consoleRoute: route },
    handler: async (request, reply) => {
      requireStorableText([request.params, request.query, request.body]);
      const input = {
        // The hook has already refused callers without access to this route.
        caller: request.consoleCaller as ConsoleCaller,
        params: request.params as Readonly<Record<string, string>>,
        body: route.body && parseInput(route.body, request.body),
        query: route.query && parseInput(route.query, request.query),
        headers: request.headers,
        address: clientAddress(request.raw, trustProxyHops),
      };
      const answer = async () => route.handle(input, services);
      return send(reply, await (route.isHeavy ? limits.runHeavy(answer) : answer()));
    },
  });
}

function send(reply: FastifyReply, { status = 200, headers = {}, body }: ConsoleAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** Runs before the body is read. */
function checkRequest(services: ConsoleServices, limits: ReadLimits) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(everyAnswer);
    if (request.method === 'POST') requireOwnPage(request, services);
    const { consoleRoute: route } = request.routeOptions.config;
    // The path is unknown.
    if (route === undefined) return;
    request.consoleCaller = await findCaller(request.headers.cookie, services);
    requireAccess(route.access, request.consoleCaller);
    if (request.method !== 'POST' && request.consoleCaller !== null) {
      limits.count(request.consoleCaller.sessionId);
    }
  };
}

/** A form of another site cannot send JSON or the hub's origin. */
function requireOwnPage({ headers }: FastifyRequest, { publicUrl }: ConsoleServices): void {
  if (!isOwnOrigin(headers, publicUrl)) {
    const where = publicUrl === null ? '' : `: open them at ${publicUrl}`;
    throw new ConsoleError('foreign_origin', `this is for the hub's own pages${where}`);
  }
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw new ConsoleError('not_json', 'the body must be JSON, with content-type application/json');
  }
}

function requireAccess(access: ConsoleAccess, caller: ConsoleCaller | null): void {
  if (access === 'anybody') return;
  if (caller === null) throw new ConsoleError('not_signed_in', 'sign in first');
  if (access === 'admin' && !caller.isAdmin) throw new ConsoleError('not_allowed', 'this is for admins');
}

function answerRefusal(services: ConsoleServices) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { url, config } = request.routeOptions;
    const { status, code, message, retryAfter } = toConsoleError(thrown);
    if (status === 500) {
      services.logger.error(
        { route: url, problem: describeError(thrown) },
        'a request to the console failed',
      );
    }
    const page = config.consoleRoute?.answerFailure?.(thrown, services) ?? null;
    if (page !== null) return send(reply, page);
    if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
    // The hub did not read the body, so the connection cannot be used again.
    if (request.method === 'POST' && request.body === undefined) reply.header('connection', 'close');
    return reply.code(status).headers(everyAnswer).send({ error: { code, message } });
  };
}
