import { type FragmentSqlToken, type IdentifierSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { type QuotedSchema, unquoted } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable } from '../../../shared/postgres/slonik-statement.ts';
import { StoredEvent } from '../stored-event.ts';

/** All columns: tables of an earlier shape lack a column of a `StoredEvent`. */
export const storedColumns: FragmentSqlToken = sql.fragment`*`;

export interface EventFilter {
  /** Null: of every account. */
  readonly accountIds: readonly string[] | null;
  /** Null: every type. */
  readonly types: readonly string[] | null;
  /** An event without a value is below every minimum; null: no minimum. */
  readonly minValue: bigint | null;
  /** Events with any of the items; not given: every event. */
  readonly items?: ItemFilter | undefined;
  /**
   * Monsters, containers and killed players, as `searchedName` gives them; not given: every event.
   */
  readonly sources?: readonly string[] | undefined;
}

export interface ItemFilter {
  readonly ids: readonly number[];
  /** Results of `searchedName`. */
  readonly names: readonly string[];
}

export interface FeedTables {
  readonly schema: QuotedSchema;
  readonly event: IdentifierSqlToken;
  readonly eventItem: IdentifierSqlToken;
  readonly itemName: IdentifierSqlToken;
}

export function feedTables(schema: QuotedSchema): FeedTables {
  const table = (name: string) => generationTable(schema, name);
  return { schema, event: table('event'), eventItem: table('event_item'), itemName: table('item_name') };
}

/** With more accounts, events are read in order, and events of other accounts are left out. */
export const accountsLookedUpMax = 16;

/** Oldest first, all settled. */
export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** Whether more events up to the horizon pass the filter. */
  readonly more: boolean;
  /** The highest settled sequence. */
  readonly horizon: number;
}

/**
 * An event and the horizon; without events, one row with the horizon alone. The event comes as
 * columns: as JSON, its data would be escaped, and parsed twice.
 */
export const PageRow = z.union([
  StoredEvent.extend({ horizon: z.int() }),
  z.object({ horizon: z.int(), seq: z.null() }),
]);

export function pageOf(rows: readonly z.infer<typeof PageRow>[], limit: number): EventPage {
  const events = rows.filter((row) => row.seq !== null);
  return { events: events.slice(0, limit), more: events.length > limit, horizon: rows[0]?.horizon ?? 0 };
}

/** Conditions on columns of `event`; for items see `matchingItems`. */
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

/** SQL of an array. A name may have several ids. */
export function itemIdsOf({ itemName }: FeedTables, { ids, names }: ItemFilter): FragmentSqlToken {
  return sql.fragment`array(
    select unnest(${sql.array(ids, 'int8')})
    union
    select item_id from ${itemName} where name = any (${sql.array(names, 'text')})
  )`;
}

/** The condition that an event in (above, upTo] has any of the items. */
export function matchingItems(
  tables: FeedTables,
  { items }: EventFilter,
  range: { readonly above: FragmentSqlToken; readonly upTo: FragmentSqlToken },
): FragmentSqlToken {
  if (items === undefined) return sql.fragment`true`;
  return sql.fragment`seq in (
    select seq
    from ${tables.eventItem}
    where item_id = any (${itemIdsOf(tables, items)}) and seq > ${range.above} and seq <= ${range.upTo}
  )`;
}

/**
 * The highest sequence, of any account, whose record is `settleMs` before the watermark; 0 without
 * events. All records that may still change an event up to there are folded.
 */
export function horizonOf({ schema, event }: FeedTables, settleMs: number): FragmentSqlToken {
  return sql.fragment`coalesce((
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
  ), 0)`;
}
