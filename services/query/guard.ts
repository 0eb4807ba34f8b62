import type { IncomingMessage } from 'node:http';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { hasApiKeyForm } from '../../projections/access/visibility/authenticate.ts';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import { minuteMs } from '../../shared/domain/durations.ts';
import { clientAddress } from '../../shared/http/client-address.ts';
import type { ApiKeyUses } from './api-key-use/note-api-key-use.ts';
import type { EndpointLimit } from './define-route.ts';
import {
  type ApiError,
  invalid,
  pathNotFound,
  rateLimitedError,
  tooManyFailuresError,
  unauthorized,
  unavailableError,
} from './errors/api-error.ts';
import type { EventLoopWatch } from './http/event-loop-watch.ts';
import { urlBytesMax } from './http/parse-query.ts';
import { answerPreflight, headersOfEveryResponse } from './http/response-headers.ts';
import type { LimitDecision, RateLimiter, Window, WindowState } from './limits/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the guard has admitted the request, and on public routes. */
    reader: Reader | null;
  }
  interface FastifyContextConfig {
    /** Names the endpoint in logs, metrics and limits. */
    operationId?: string;
    /** Served without a key. */
    public?: boolean;
    endpointLimit?: EndpointLimit;
  }
}

export interface GuardDeps {
  readonly limiter: RateLimiter;
  readonly loop: EventLoopWatch;
  readonly trustProxyHops: number;
  /** Null without a valid key. @throws DirectoryUnavailable */
  readonly readerOf: (authorization: string | null) => Reader | null;
  /** Resolves when this process knows the session keys that another process has just made. */
  readonly refreshSessionKeys: () => Promise<void>;
  readonly noteKeyUse: ApiKeyUses['note'];
}

const failuresMax = 30;

/**
 * A Fastify `onRequest` hook. Checks in this order (rules/visibility.md#order-of-checks): limit of
 * the address 429, key 401, limit of the key 429, unknown path 404.
 */
export function createGuard({ limiter, loop, trustProxyHops, readerOf, ...deps }: GuardDeps) {
  async function guard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.headers(headersOfEveryResponse);
    if (request.method === 'OPTIONS') return answerPreflight(request, reply);
    if (loop.isBusy()) throw unavailableError();
    const { config } = request.routeOptions;
    const failures = failuresOf(clientAddress(request.raw, trustProxyHops));
    const failed = await limiter.check(failures);
    if (failed.full) throw tooManyFailuresError(failed.resetSeconds);
    if (config.public !== true) await admit(request, reply, failures, config);
    if (request.is404) throw pathNotFound;
    if (request.originalUrl.length > urlBytesMax)
      throw invalid('url', `must be at most ${urlBytesMax} bytes`);
    return undefined;
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    failures: Window,
    endpoint: FastifyContextConfig,
  ): Promise<void> {
    const reader = await findReader(request);
    if (reader === null) throw presentsNothing(request) ? unauthorized : await refusal(failures);
    const taken = await limiter.take(windowsOf(reader, endpoint));
    const [general] = taken.states;
    if (general !== undefined) reply.headers(rateHeaders(general));
    if (!taken.allowed)
      throw rateLimitedError(
        retryAfter(taken),
        general?.full === false ? endpointLimitMessage(endpoint.endpointLimit) : undefined,
      );
    // The directory has no session keys: the console notes their use itself.
    const { key, directory } = reader;
    if (directory.keysByPrefix.has(key.prefix)) deps.noteKeyUse(key);
    request.reader = reader;
  }

  async function findReader(request: FastifyRequest): Promise<Reader | null> {
    const authorization = authorizationOf(request.raw);
    const reader = readerOf(authorization);
    if (reader !== null || !hasApiKeyForm(authorization)) return reader;
    await deps.refreshSessionKeys();
    return readerOf(authorization);
  }

  /**
   * Counts the failure, and checks the limit again: failures that arrive together have all passed
   * the earlier check.
   */
  async function refusal(failures: Window): Promise<ApiError> {
    const recorded = await limiter.take([failures]);
    return recorded.allowed ? unauthorized : tooManyFailuresError(retryAfter(recorded));
  }

  return guard;
}

const authorizationBytesMax = 200;

/**
 * Null for two headers, because a proxy may have checked the other header
 * (rules/parameters.md#bad-requests).
 */
function authorizationOf({ rawHeaders }: IncomingMessage): string | null {
  let found: string | null = null;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue;
    if (found !== null) return null;
    found = rawHeaders[index + 1] ?? '';
  }
  return found !== null && Buffer.byteLength(found, 'latin1') <= authorizationBytesMax ? found : null;
}

/**
 * A request without a credential guesses no key, so its 401 does not count as a failure
 * (rules/limits.md#failures-of-an-address).
 */
function presentsNothing({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined;
}

function failuresOf(address: string): Window {
  return { of: 'address', id: address, limit: failuresMax, windowMs: minuteMs };
}

function windowsOf({ key }: Reader, { operationId, endpointLimit }: FastifyContextConfig): Window[] {
  const general: Window = { of: 'key', id: key.id, limit: key.rateLimitPerMinute, windowMs: minuteMs };
  return endpointLimit === undefined
    ? [general]
    : [general, { of: 'endpointLimit', id: `${key.id} ${operationId}`, ...endpointLimit }];
}

/** The headers show only the general limit. */
function endpointLimitMessage(endpointLimit: EndpointLimit | undefined): string | undefined {
  if (endpointLimit === undefined) return undefined;
  const { limit, windowMs } = endpointLimit;
  const times = limit === 1 ? 'once' : `${limit} times`;
  return `Too many requests to this path: a key may ask ${times} in ${windowMs / 1_000} s.`;
}

function rateHeaders({ limit, remaining, resetSeconds }: WindowState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

/** Whole seconds until every full window has room. */
function retryAfter({ states }: LimitDecision): number {
  return Math.max(1, ...states.filter((state) => state.full).map((state) => state.resetSeconds));
}
