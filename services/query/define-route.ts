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
   * The category that a key needs here. Null for an endpoint that needs none, or whose fields have
   * different categories.
   */
  readonly category: string | null;
  /**
   * The only kind of key that may use the endpoint. Other keys get the 404 of an unknown path.
   * Without `kind`, every key may use the endpoint.
   */
  readonly kind?: 'service';
  readonly params: z.ZodType<Params> | null;
  /**
   * Answers 400 to an invalid path parameter. Without `badParams` the route gets the parameter
   * unchanged, as an id that no account has, and answers 404.
   */
  readonly badParams?: 400;
  /** A plain `z.object`, which ignores unknown parameters. An invalid value is answered 400. */
  readonly query: z.ZodType<Query> | null;
  /** A limit per key on this endpoint, in addition to the key's general limit (read-api.md 8). */
  readonly endpointLimit?: EndpointLimit;
  /**
   * The whole success body, `{data, meta}`. The OpenAPI document, the types of `shared/client` and
   * tests use it. Answers are not checked in production.
   */
  readonly response: z.ZodType<Body>;
  readonly example: unknown;
  /** The columns of `format=csv`, for an endpoint with this parameter. */
  readonly csvColumns?: readonly string[];
  /** Statuses in addition to the statuses of every endpoint. */
  readonly statuses: readonly (304 | 404)[];
  /**
   * A method and not a property, because TypeScript compares parameter types of methods loosely.
   * So routes with different parameters fit into one list. The schemas of the route have parsed the
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
