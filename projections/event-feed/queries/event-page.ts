import { type FragmentSqlToken, type IdentifierSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { type QuotedSchema, unquoted } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable } from '../../../shared/postgres/slonik-statement.ts';
import { StoredEvent } from '../stored-event.ts';

export interface EventFilter {
  /** Null: of every account. */
  readonly accountIds: readonly string[] | null;
  /** Null: every type. */
  readonly types: readonly string[] | null;
  /** An event without a value is below every minimum; null: no minimum. */
  readonly minValue: bigint | null;
  /** Events with any of these items, at most `itemIdsMax`; not given: every event. */
  readonly items?: readonly number[] | undefined;
  /**
   * Monsters, containers and killed players, as `searchedName` gives them; not given: every event.
   */
  readonly sources?: readonly string[] | undefined;
}

export interface WantedEvents {
  /** Oldest first after this sequence; null: the newest events. */
  readonly after: number | null;
  readonly filter: EventFilter;
  readonly limit: number;
}

export interface FeedTables {
  readonly schema: QuotedSchema;
  readonly event: IdentifierSqlToken;
  readonly eventItem: IdentifierSqlToken;
  readonly itemName: IdentifierSqlToken;
  readonly accountDrop: IdentifierSqlToken;
  readonly dropItem: IdentifierSqlToken;
  /**
   * The highest sequence, of any account, whose record is `settleMs` before the watermark; 0
   * without events. All records that may still change an event up to there are folded.
   */
  readonly horizon: FragmentSqlToken;
}

export function feedTables(schema: QuotedSchema, settleMs: number): FeedTables {
  const table = (name: string) => generationTable(schema, name);
  const event = table('event');
  return {
    schema,
    event,
    eventItem: table('event_item'),
    itemName: table('item_name'),
    accountDrop: table('account_drop'),
    dropItem: table('drop_item'),
    horizon: sql.fragment`coalesce((
      select seq
      from ${event}
      where received_at <= (
        select min(watermark_at) - ${settleMs}::bigint
        from projection.checkpoint
        join projection.generation using (projection, generation)
        where schema_name = ${unquoted(schema)}
      )
      order by seq desc
      limit 1
    ), 0)`,
  };
}

/** With more accounts, events are read in order, and events of other accounts are left out. */
export const accountsLookedUpMax = 16;

/** Oldest first, all settled. */
export interface EventPage {
  readonly events: readonly StoredEvent[];
  /**
   * The place where the next page begins, when more events up to the horizon may pass the filter;
   * null otherwise.
   */
  readonly next: number | null;
  /** The highest settled sequence. */
  readonly horizon: number;
}

/**
 * An event and the horizon; without events, one row with the horizon alone. The event comes as
 * columns: as JSON, its data would be escaped, and parsed twice.
 */
export const PageRow = z.union([
  StoredEvent.extend({ horizon: z.int(), reached: z.int().nullish() }),
  z.object({ horizon: z.int(), reached: z.int().nullish(), seq: z.null() }),
]);

/** @param rows with `reached`, the last place that a scan covered, when it stopped early */
export function pageOf(rows: readonly z.infer<typeof PageRow>[], limit: number): EventPage {
  const found = rows.filter((row) => row.seq !== null);
  const events = found.slice(0, limit);
  const [{ horizon = 0, reached = null } = {}] = rows;
  if (found.length > limit) return { events, next: events.at(-1)?.seq ?? null, horizon };
  return { events, next: reached !== null && reached < horizon ? reached : null, horizon };
}

/** Conditions on columns of `event`; for items see `keyScanOf`. */
export function matching({ accountIds, types, minValue, sources }: EventFilter): FragmentSqlToken {
  const conditions = [
    accountIds === null
      ? sql.fragment`true`
      : sql.fragment`account_id = any (${sql.array(accountIds, 'text')})`,
    ...(types === null ? [] : [sql.fragment`type = any (${sql.array(types, 'text')})`]),
    ...(minValue === null ? [] : [sql.fragment`value_gp >= ${minValue}::bigint`]),
    ...(sources === undefined ? [] : [sql.fragment`source_name = any (${sql.array(sources, 'text')})`]),
  ];
  return sql.fragment`${sql.join(conditions, sql.fragment` and `)}`;
}

export function ofAnyAccount(alias: string, accountIds: EventFilter['accountIds']): FragmentSqlToken {
  if (accountIds === null) return sql.fragment`true`;
  return sql.fragment`${sql.identifier([alias, 'account_id'])} = any (${sql.array(accountIds, 'text')})`;
}

/**
 * The event of `place.seq`. The limit forces a look for each place: for many places, the planner
 * may read the whole table.
 */
export function eventAt(event: IdentifierSqlToken): FragmentSqlToken {
  return sql.fragment`select * from ${event} where seq = place.seq limit 1`;
}
