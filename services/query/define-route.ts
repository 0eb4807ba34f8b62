import type { z } from 'zod';
import type { Reader } from '../../projections/access/reader.ts';

/**
 * One endpoint: its documentation, its schemas and its handler. The list in `routes.ts` registers the Fastify routes
 * and yields the OpenAPI document; nothing of an endpoint is said twice.
 */
export interface Route<Params = unknown, Query = unknown, Services = unknown> {
  readonly operationId: string;
  /** Below the base path, with `{name}` for parameters: `/accounts/{id}/xp`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The category without which the endpoint answers as if nothing were there; null where fields decide. */
  readonly category: string | null;
  readonly params: z.ZodType<Params> | null;
  /** Unknown parameters are ignored: plain `z.object`. */
  readonly query: z.ZodType<Query> | null;
  /** The whole success body, `{data, meta}`. Documents and, in tests, checks; never run in production. */
  readonly response: z.ZodType;
  readonly example: unknown;
  /** Statuses besides those that every endpoint has. */
  readonly statuses: readonly (304 | 404)[];
  readonly handle: (request: ApiRequest<Params, Query>, services: Services) => Promise<Answer> | Answer;
}

export interface ApiRequest<Params, Query> {
  readonly reader: Reader;
  readonly params: Params;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A JSON value, or bytes that are ready to send; headers come on top of the hub's own. */
export interface Answer {
  readonly status: 200 | 304;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: { readonly json: unknown } | { readonly bytes: Buffer } | null;
}

export function defineRoute<Params, Query, Services>(
  route: Route<Params, Query, Services>,
): Route<Params, Query, Services> {
  return route;
}
