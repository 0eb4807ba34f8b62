import type { z } from 'zod';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import type { RouteAnswer } from './http/answer.ts';
import type { Tag } from './openapi/tags.ts';
import type { QueryServices } from './query-services.ts';

/**
 * One endpoint: its documentation, its schemas and its handler. The Fastify routes and the OpenAPI
 * document are both made from the list in `routes.ts`, so that they cannot disagree.
 */
export interface Route<Params = unknown, Query = unknown, Body = unknown> {
  readonly operationId: string;
  /** Below the base path, with `{name}` for parameters: `/accounts/{id}/xp`. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /**
   * The category that a key needs here; without it the answer is 404. Null where each field has its
   * own category.
   */
  readonly category: string | null;
  /**
   * The only kind of key for which it exists; to others it is an unknown path. Every kind when not
   * given.
   */
  readonly kind?: 'service';
  /**
   * The answer to an invalid path parameter. By default the route gets it unchanged, as an id that
   * no account has, and answers 404. With `badParams` the answer is 400.
   */
  readonly params: z.ZodType<Params> | null;
  readonly badParams?: 400;
  /**
   * A plain `z.object`, which ignores unknown parameters. A value that does not match is answered
   * 400.
   */
  readonly query: z.ZodType<Query> | null;
  /** A limit per key on this endpoint, on top of the key's general limit (read-api.md 8). */
  readonly endpointLimit?: EndpointLimit;
  /**
   * The whole success body, `{data, meta}`. For the OpenAPI document, the types of `shared/client`
   * and tests; answers are not checked in production.
   */
  readonly response: z.ZodType<Body>;
  readonly example: unknown;
  /** The columns of `format=csv`, of an endpoint that takes it. */
  readonly csvColumns?: readonly string[];
  /** Statuses besides those that every endpoint has. */
  readonly statuses: readonly (304 | 404)[];
  /**
   * A method, because TypeScript compares parameter types of methods loosely. Routes with different
   * parameters then fit into one list. This is safe: the route's own schemas have parsed the
   * parameters.
   */
  handle(request: ApiRequest<Params, Query>, services: QueryServices): Promise<RouteAnswer> | RouteAnswer;
}

export interface EndpointLimit {
  readonly limit: number;
  readonly windowMs: number;
}

export interface ApiRequest<Params, Query> {
  readonly reader: Reader;
  readonly params: Params;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export function defineRoute<Params, Query, Body>(
  route: Route<Params, Query, Body>,
): Route<Params, Query, Body> {
  return route;
}
