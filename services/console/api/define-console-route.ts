import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ConsoleCaller } from '../sessions/find-caller.ts';
import type { ConsoleServices } from './console-services.ts';

/** The callers that may use a route: everybody, signed-in active members, or admins. */
export type ConsoleAccess = 'anybody' | 'member' | 'admin';

/** A route of the console. `routes.ts` lists all routes with their access. */
export interface ConsoleRoute<Access extends ConsoleAccess = ConsoleAccess, Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST';
  /** Below `/console/api/`, with `:name` for parameters: `admin/members/:id/leave`. */
  readonly path: string;
  readonly access: Access;
  /** Whether the read is much work. A process runs at most two such reads at the same time. */
  readonly isHeavy?: true;
  /** The hub answers 400 when the body or the query does not match. */
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /**
   * A method, because TypeScript compares parameter types of methods loosely and one list holds
   * routes with different bodies. The route's own schema has parsed the body, so this is safe.
   */
  handle(
    request: ConsoleRequest<Access, Body, Query>,
    services: ConsoleServices,
  ): Promise<ConsoleAnswer> | ConsoleAnswer;
  /**
   * For routes that a browser opens by a link: answers a failure with a page. When it is absent or
   * returns null, the answer is JSON.
   */
  answerFailure?(thrown: unknown, services: ConsoleServices): ConsoleAnswer | null;
}

export interface ConsoleRequest<Access extends ConsoleAccess, Body, Query> {
  /** Null when nobody is signed in, which only routes for everybody allow. */
  readonly caller: Access extends 'anybody' ? ConsoleCaller | null : ConsoleCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
  /** The client address that rate limits use (decisions.md, Limits). */
  readonly address: string;
}

export interface ConsoleAnswer {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A document for JSON, or a stream whose headers name the `content-type`. */
  readonly body: object | Readable;
}

export function defineConsoleRoute<Access extends ConsoleAccess, Body = undefined, Query = undefined>(
  route: ConsoleRoute<Access, Body, Query>,
): ConsoleRoute<Access, Body, Query> {
  return route;
}
