import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { ConsoleCaller } from '../sessions/find-caller.ts';
import type { ConsoleServices } from './console-services.ts';

/** A `member` is signed in and active. */
export type ConsoleAccess = 'anybody' | 'member' | 'admin';

export interface ConsoleRoute<
  Access extends ConsoleAccess = ConsoleAccess,
  Body = unknown,
  Query = unknown,
  Answer extends object = object,
> {
  readonly method: 'GET' | 'POST';
  /** Below `/console/api/`, with `:name` for parameters: `admin/members/:id/leave`. */
  readonly path: string;
  readonly access: Access;
  /** A process runs at most two such reads at the same time. */
  readonly isHeavy?: true;
  /** The hub answers 400 when the body or the query does not match. */
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /**
   * A method, because TypeScript compares its parameter types loosely: one list holds routes with
   * different bodies.
   */
  handle(
    request: ConsoleRequest<Access, Body, Query>,
    services: ConsoleServices,
  ): Promise<ConsoleAnswer<Answer>> | ConsoleAnswer<Answer>;
  /** For links in a browser: answers a failure with a page. Null means JSON. */
  answerFailure?(thrown: unknown, services: ConsoleServices): ConsoleAnswer | null;
}

export interface ConsoleRequest<Access extends ConsoleAccess, Body, Query> {
  /** Null when nobody is signed in. */
  readonly caller: Access extends 'anybody' ? ConsoleCaller | null : ConsoleCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
  /** The client address that rate limits use (rules/limits.md#failures-of-an-address). */
  readonly address: string;
}

export interface ConsoleAnswer<Answer extends object = object> {
  /** Default: 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** JSON, or a stream whose headers name the `content-type`. */
  readonly body: Answer;
}

/** The body of a successful answer. The pages take their types from the routes. */
export type BodyOf<Route extends ConsoleRoute> = Awaited<ReturnType<Route['handle']>>['body'];

export function defineConsoleRoute<
  Access extends ConsoleAccess,
  const Answer extends object,
  Body = undefined,
  Query = undefined,
>(route: ConsoleRoute<Access, Body, Query, Answer>): ConsoleRoute<Access, Body, Query, Answer> {
  return route;
}
