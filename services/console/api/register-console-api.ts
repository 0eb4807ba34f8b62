import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../../shared/http/client-address.ts';
import { describeError, type Logger } from '../../../shared/observability/logger.ts';
import { ConsoleError } from '../console-error.ts';
import { type ConsoleCaller, findCaller } from '../sessions/find-caller.ts';
import { measureConsole } from './answers/measure-console.ts';
import { toConsoleError } from './answers/to-console-error.ts';
import type { ConsoleServices } from './console-services.ts';
import type { ConsoleAccess, ConsoleRoute } from './define-console-route.ts';
import { isOwnOrigin } from './requests/own-origin.ts';
import { parseInput, requireStorableText } from './requests/parse-input.ts';
import { consoleRoutes } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in member; null when nobody is signed in, and outside the console. */
    consoleCaller: ConsoleCaller | null;
  }
  interface FastifyContextConfig {
    /** The access that the route requires. */
    consoleAccess?: ConsoleAccess;
  }
}

const bodyBytesMax = 64 * 1_024;

const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Registers the routes below `/console/api/`. They serve the hub's own pages only: answers have no CORS headers, and
 * a POST must be JSON from the hub's origin.
 */
export function registerConsoleApi(
  app: FastifyInstance,
  { trustProxyHops, ...services }: ConsoleServices & { readonly trustProxyHops: number },
): void {
  app.decorateRequest('consoleCaller', null);
  app.register(
    async (scope) => {
      measureConsole(scope, services.metrics);
      scope.addHook('onRequest', checkRequest(services));
      scope.setErrorHandler(answerRefusal(services.logger));
      scope.setNotFoundHandler(() => {
        throw new ConsoleError('not_found', 'Not found.');
      });
      for (const route of consoleRoutes) register(scope, route, services, trustProxyHops);
    },
    { prefix: '/console/api' },
  );
}

function register(
  scope: FastifyInstance,
  route: ConsoleRoute,
  services: ConsoleServices,
  trustProxyHops: number,
): void {
  scope.route({
    method: route.method,
    url: `/${route.path}`,
    bodyLimit: bodyBytesMax,
    config: { consoleAccess: route.access },
    handler: async (request, reply) => {
      requireStorableText([request.params, request.query, request.body]);
      const { status, headers, body } = await route.handle(
        {
          // The hook has already refused callers without access to this route.
          caller: request.consoleCaller as ConsoleCaller,
          params: request.params as Readonly<Record<string, string>>,
          body: route.body && parseInput(route.body, request.body),
          query: route.query && parseInput(route.query, request.query),
          headers: request.headers,
          address: clientAddress(request.raw, trustProxyHops),
        },
        services,
      );
      return reply
        .code(status ?? 200)
        .headers(headers ?? {})
        .send(body);
    },
  });
}

/** Checks origin, content type and access before the body is read. */
function checkRequest(services: ConsoleServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(everyAnswer);
    if (request.method === 'POST') requireOwnPage(request, services);
    const { consoleAccess: access } = request.routeOptions.config;
    // The path is unknown.
    if (access === undefined) return;
    request.consoleCaller = await findCaller(request.headers.cookie, services);
    requireAccess(access, request.consoleCaller);
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

function answerRefusal(logger: Logger) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, code, message, retryAfter } = toConsoleError(thrown);
    if (status === 500) {
      const problem = describeError(thrown);
      logger.error({ route: request.routeOptions.url, problem }, 'a request to the console failed');
    }
    if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
    // The hub did not read the body, so that the connection cannot be used again.
    if (request.method === 'POST' && request.body === undefined) reply.header('connection', 'close');
    return reply.code(status).headers(everyAnswer).send({ error: { code, message } });
  };
}
