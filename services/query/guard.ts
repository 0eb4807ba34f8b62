import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import { clientAddress } from '../../shared/client-address.ts';
import { minuteMs } from '../../shared/domain/durations.ts';
import { authorizationOf } from './authorization.ts';
import type { LoopWatch } from './busy.ts';
import type { Pace } from './define-route.ts';
import {
  type ApiError,
  invalid,
  pathNotFound,
  rateLimitedError,
  unauthorized,
  unavailableError,
} from './errors.ts';
import type { LimitDecision, RateLimiter, Window, WindowState } from './limits/rate-limiter.ts';
import { urlBytesMax } from './parse-query.ts';
import { everyResponse, preflight } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null until the guard let the request in, and on public routes. */
    reader: Reader | null;
  }
  interface FastifyContextConfig {
    /** Names the endpoint in logs and metrics. */
    operationId?: string;
    /** Served without a key. */
    public?: boolean;
    pace?: Pace;
  }
}

export interface GuardDeps {
  readonly limiter: RateLimiter;
  readonly loop: LoopWatch;
  readonly trustProxyHops: number;
  /** Who the header's key stands for now, or null. @throws DirectoryUnavailable */
  readonly readerOf: (authorization: string | null) => Reader | null;
}

const failuresMax = 30;

/**
 * What stands before every route and unknown path of the read API, in the order of decisions.md, Visibility: address
 * limit 429, key 401, key limit 429, unknown path 404; parameters and accounts come after it. A Fastify `onRequest` hook.
 */
export function createGuard({ limiter, loop, trustProxyHops, readerOf }: GuardDeps) {
  async function guard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    reply.headers(everyResponse);
    if (request.method === 'OPTIONS') return reply.code(204).headers(preflight).send();
    if (loop.isBusy()) throw unavailableError();
    const { config } = request.routeOptions;
    const failures = failuresOf(clientAddress(request.raw, trustProxyHops));
    const failed = await limiter.check(failures);
    if (failed.full) throw rateLimitedError(failed.resetSeconds);
    if (config.public !== true) await admit(request, reply, failures, config.pace);
    if (request.is404) throw pathNotFound;
    if (request.originalUrl.length > urlBytesMax)
      throw invalid('url', `must be at most ${urlBytesMax} bytes`);
    return undefined;
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    failures: Window,
    pace: Pace | undefined,
  ): Promise<void> {
    const reader = readerOf(authorizationOf(request.raw));
    if (reader === null) throw await refusal(failures);
    const taken = await limiter.take(windowsOf(reader, pace));
    const [general] = taken.states;
    if (general !== undefined) reply.headers(rateHeaders(general));
    if (!taken.allowed) throw rateLimitedError(retryAfter(taken));
    request.reader = reader;
  }

  /** Failures that arrive together passed the first look together: this one counts. */
  async function refusal(failures: Window): Promise<ApiError> {
    const recorded = await limiter.take([failures]);
    return recorded.allowed ? unauthorized : rateLimitedError(retryAfter(recorded));
  }

  return guard;
}

function failuresOf(address: string): Window {
  return { of: 'address', id: address, limit: failuresMax, windowMs: minuteMs };
}

function windowsOf({ key }: Reader, pace: Pace | undefined): Window[] {
  const general: Window = { of: 'key', id: key.id, limit: key.rateLimitPerMinute, windowMs: minuteMs };
  return pace === undefined ? [general] : [general, { of: 'pace', id: key.id, ...pace }];
}

function rateHeaders({ limit, remaining, resetSeconds }: WindowState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

/** Until there is room in every window that was full. */
function retryAfter({ states }: LimitDecision): number {
  return Math.max(1, ...states.filter((state) => state.full).map((state) => state.resetSeconds));
}
