import type { z } from 'zod';
import type { Reader } from '../../projections/access/visibility/reader.ts';
import type { RouteAnswer } from './http/answer.ts';
import type { Tag } from './openapi/tags.ts';
import type { QueryServices } from './query-services.ts';

/**
 * The list in `routes.ts` makes the Fastify routes, the OpenAPI document, the types of the client
 * and the table in docs/api.md.
 */
export interface Route<Params = unknown, Query = unknown, Body = unknown, Path extends string = string> {
  readonly operationId: string;
  /** Below the base path, with `{name}` for parameters: `/accounts/{id}/xp`. */
  readonly path: Path;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** `handle` checks it. Left out for no category, or different categories by field. */
  readonly describedCategory?: string;
  /** The only kind of key that may use the endpoint. Other keys get the 404 of an unknown path. */
  readonly kind?: 'service';
  readonly params?: z.ZodType<Params>;
  /**
   * Answers 400 to an invalid path parameter. Without `badParams` the route gets the invalid text
   * as an id that no account has.
   */
  readonly badParams?: 400;
  /** A plain `z.object`, which ignores unknown parameters. */
  readonly query?: z.ZodType<Query>;
  /**
   * The answer is about all accounts, and depends on `view`, parameters and competitions only.
   * `reading`: `handle` keeps what it reads, which several answers share.
   */
  readonly kept?: 'answer' | 'reading';
  /** Per key, in addition to the key's general limit (read-api.md 8). */
  readonly endpointLimit?: EndpointLimit;
  /** The whole success body, `{data, meta}`. Only tests check answers against this schema. */
  readonly response: z.ZodType<Body>;
  readonly example: unknown;
  /** The query of the command line in docs/api.md. */
  readonly triedQuery?: string;
  /** The columns of `format=csv`. */
  readonly csvColumns?: readonly string[];
  /** Statuses in addition to the statuses of every endpoint. */
  readonly statuses?: readonly (304 | 404)[];
  /**
   * A method, because TypeScript compares its parameters loosely. So routes with different
   * parameters fit into one list.
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

export function defineRoute<Params, Query, Body, const Path extends string>(
  route: Route<Params, Query, Body, Path>,
): Route<Params, Query, Body, Path> {
  return route;
}
