import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ConsoleCaller } from '../sessions/find-caller.ts';
import type { ConsoleServices } from './console-services.ts';

/** Who may use a route: whoever can reach the console, an active member who is signed in, or one who is an admin. */
export type ConsoleAccess = 'anybody' | 'member' | 'admin';

/** One route of the console. The list of them is `routes.ts`, by which tests know who may use what. */
export interface ConsoleRoute<Access extends ConsoleAccess = ConsoleAccess, Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST';
  /** Below `/console/api/`, with `:name` for parameters: `admin/members/:id/leave`. */
  readonly path: string;
  readonly access: Access;
  /** A body, or a query, that does not match is answered 400. */
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /**
   * Declared as a method, whose parameter types TypeScript compares loosely, so that routes with different bodies fit into
   * one list. That is safe: the body was parsed by this route's own schema, and the caller has its access.
   */
  handle(
    request: ConsoleRequest<Access, Body, Query>,
    services: ConsoleServices,
  ): Promise<ConsoleAnswer> | ConsoleAnswer;
}

export interface ConsoleRequest<Access extends ConsoleAccess, Body, Query> {
  /** Null where nobody is signed in, which only a route for anybody meets. */
  readonly caller: Access extends 'anybody' ? ConsoleCaller | null : ConsoleCaller;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
  /** By which a client is limited (decisions.md, Limits). */
  readonly address: string;
}

export interface ConsoleAnswer {
  /** 200 when not given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A document, which is sent as JSON, or a body that says its own `content-type`. */
  readonly body: object | Readable;
}

export function defineConsoleRoute<Access extends ConsoleAccess, Body = undefined, Query = undefined>(
  route: ConsoleRoute<Access, Body, Query>,
): ConsoleRoute<Access, Body, Query> {
  return route;
}
