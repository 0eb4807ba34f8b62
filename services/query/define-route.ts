import type { z } from 'zod';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import type { RouteAnswer } from './answer.ts';
import type { QueryServices } from './query-services.ts';

/**
 * One endpoint: its documentation, its schemas and its handler. The list in `routes.ts` registers the Fastify routes
 * and yields the OpenAPI document; nothing of an endpoint is said twice.
 */
export interface Route<Params = unknown, Query = unknown> {
  readonly operationId: string;
  /** Below the base path, with `{name}` for parameters: `/accounts/{id}/xp`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The category without which the endpoint answers as if nothing were there; null where fields decide. */
  readonly category: string | null;
  /** What does not fit is an account that does not exist: 404. */
  readonly params: z.ZodType<Params> | null;
  /** Unknown parameters are ignored: plain `z.object`. What does not fit: 400. */
  readonly query: z.ZodType<Query> | null;
  /** A limit of each key besides the general one (read-api.md 8). */
  readonly pace?: Pace;
  /** The whole success body, `{data, meta}`. Documents and, in tests, checks; never run in production. */
  readonly response: z.ZodType;
  readonly example: unknown;
  /** Statuses besides those that every endpoint has. */
  readonly statuses: readonly (304 | 404)[];
  /** Written as a method, so that routes of any parameters fit one list: they are parsed by the schemas beside it. */
  handle(request: ApiRequest<Params, Query>, services: QueryServices): Promise<RouteAnswer> | RouteAnswer;
}

export interface Pace {
  readonly limit: number;
  readonly windowMs: number;
}

export interface ApiRequest<Params, Query> {
  readonly reader: Reader;
  readonly params: Params;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export function defineRoute<Params, Query>(route: Route<Params, Query>): Route<Params, Query> {
  return route;
}
