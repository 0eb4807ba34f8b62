import type { Route } from '../../services/query/define-route.ts';
import type { DeclaredRoute } from '../../services/query/routes.ts';

/** The operations of the read API, by path. Only types are imported from the hub. */
type Routes = { readonly [Each in DeclaredRoute as Each['path']]: Each } & {
  readonly '/openapi.json': Route<null, OpenapiQuery, OpenapiDocument>;
};

interface OpenapiQuery {
  readonly version?: '3.1' | '3.0' | undefined;
}

interface OpenapiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, unknown>>;
}

export type ApiPath = keyof Routes;

/** The whole body of a 200, `{data, meta}`. */
export type AnswerOf<Path extends ApiPath> =
  Routes[Path] extends Route<infer _Params, infer _Query, infer Body> ? Body : never;

/** The operations that also answer as CSV. */
export type CsvPath = {
  [Path in ApiPath]: Routes[Path] extends Route<infer _Params, infer Query, infer _Body>
    ? Query extends { readonly format?: unknown }
      ? Path
      : never
    : never;
}[ApiPath];

/**
 * Parameters of the path and the query. Lists are arrays, and times are text, epoch ms or `Date`.
 */
export type ParametersOf<Path extends ApiPath> = PathParameters<Path> & QueryParameters<Path>;

type PathParameters<Path> = Path extends `${string}{${infer Name}}${string}`
  ? { readonly [Parameter in Name]: string }
  : unknown;

type QueryParameters<Path extends ApiPath> = {
  readonly [Name in keyof QueryOf<Path>]?: ValueOf<Name, QueryOf<Path>[Name]> | undefined;
} & (Path extends '/xp' | '/locations' ? { readonly accounts: readonly string[] } : unknown) &
  (Path extends '/items' ? { readonly items: readonly string[] } : unknown) &
  (Path extends '/leaderboards/kills' ? { readonly boss: string } : unknown);

/** Without `format`: the client reads JSON. */
type QueryOf<Path extends ApiPath> =
  Routes[Path] extends Route<infer _Params, infer Query, infer _Body>
    ? Query extends object
      ? Omit<Query, 'format'>
      : Record<never, never>
    : never;

type ValueOf<Name, Value> = Name extends 'from' | 'to' | 'since'
  ? Time
  : Value extends readonly (infer Element)[]
    ? readonly Element[]
    : Value extends bigint
      ? bigint | number
      : Value;

/** RFC 3339 text, epoch ms, or a date. */
export type Time = string | number | Date;

/**
 * A field is absent when the key cannot read its category, and null when the plugin never sent it.
 */
export type SnapshotAccount = AnswerOf<'/snapshot'>['data'][number];

export type HubEvent = AnswerOf<'/events'>['data'][number];
