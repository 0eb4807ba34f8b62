import type { Route } from '../../services/query/define-route.ts';
import type { accountRoute } from '../../services/query/routes/account.ts';
import type { accountEquipmentHistoryRoute } from '../../services/query/routes/account-equipment-history.ts';
import type { accountGainsRoute } from '../../services/query/routes/account-gains.ts';
import type { accountLocationsRoute } from '../../services/query/routes/account-locations.ts';
import type { accountSessionsRoute } from '../../services/query/routes/account-sessions.ts';
import type { accountWealthRoute } from '../../services/query/routes/account-wealth.ts';
import type { accountXpRoute } from '../../services/query/routes/account-xp.ts';
import type { accountsRoute } from '../../services/query/routes/accounts.ts';
import type { eventsRoute } from '../../services/query/routes/events.ts';
import type { leaderboardGainsRoute } from '../../services/query/routes/leaderboard-gains.ts';
import type { leaderboardLootRoute } from '../../services/query/routes/leaderboard-loot.ts';
import type { locationsRoute } from '../../services/query/routes/locations.ts';
import type { meRoute } from '../../services/query/routes/me.ts';
import type { memberRoute } from '../../services/query/routes/member.ts';
import type { snapshotRoute } from '../../services/query/routes/snapshot.ts';
import type { xpRoute } from '../../services/query/routes/xp.ts';

/** The operations of the read API. Only types are imported from the hub. */
interface Routes {
  readonly '/me': typeof meRoute;
  readonly '/accounts': typeof accountsRoute;
  readonly '/accounts/{id}': typeof accountRoute;
  readonly '/snapshot': typeof snapshotRoute;
  readonly '/accounts/{id}/xp': typeof accountXpRoute;
  readonly '/xp': typeof xpRoute;
  readonly '/accounts/{id}/gains': typeof accountGainsRoute;
  readonly '/events': typeof eventsRoute;
  readonly '/accounts/{id}/sessions': typeof accountSessionsRoute;
  readonly '/accounts/{id}/equipment-history': typeof accountEquipmentHistoryRoute;
  readonly '/accounts/{id}/wealth': typeof accountWealthRoute;
  readonly '/accounts/{id}/locations': typeof accountLocationsRoute;
  readonly '/locations': typeof locationsRoute;
  readonly '/leaderboards/gains': typeof leaderboardGainsRoute;
  readonly '/leaderboards/loot': typeof leaderboardLootRoute;
  readonly '/members/{chat_id}': typeof memberRoute;
  readonly '/openapi.json': Route<null, OpenapiQuery, OpenapiDocument>;
}

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

/**
 * Parameters of the path and the query. Lists are arrays, and times are text, epoch ms or `Date`.
 */
export type ParametersOf<Path extends ApiPath> = PathParameters<Path> & QueryParameters<Path>;

type PathParameters<Path> = Path extends `${string}{${infer Name}}${string}`
  ? { readonly [Parameter in Name]: string }
  : unknown;

type QueryParameters<Path extends ApiPath> = {
  readonly [Name in keyof QueryOf<Path>]?: ValueOf<Name, QueryOf<Path>[Name]> | undefined;
} & (Path extends '/xp' | '/locations' ? { readonly accounts: readonly string[] } : unknown);

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
