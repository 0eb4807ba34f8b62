import { type FragmentSqlToken, sql } from 'slonik';
import { accountsLookedUpMax, type EventFilter, type FeedTables, itemIdsOf } from './event-page.ts';
import type { EventsRange, RangePlace } from './events-range.ts';

export interface Scan {
  /** `scanned`, and the table expressions that it needs. */
  readonly scanned: FragmentSqlToken;
  /**
   * Selects where the scan stopped. No row when the scan covered the range, or the page is full.
   */
  readonly edge: FragmentSqlToken;
  /** The conditions that the scan did not check. */
  readonly remaining: EventFilter;
}

/**
 * Index entries that a page reads. Keys share them, but each key may read one entry more than the
 * page asks for.
 */
const scannedMax = 2_000;

export function scanOf(tables: FeedTables, request: EventsRange): Scan {
  const { items, sources, accountIds } = request.filter;
  if (items !== undefined) return scanOfItems(tables, request);
  if (sources !== undefined) return scanOfSources(tables, request, sources);
  if (accountIds !== null && accountIds.length <= accountsLookedUpMax) {
    return scanOfAccounts(tables, request, accountIds);
  }
  return scanOfAll(tables, request);
}

function scanOfAll({ event }: FeedTables, { from, limit, filter, ...request }: EventsRange): Scan {
  const { occurredAt, seq } = startOf(request);
  const range = sql.fragment`
    from ${event}
    where (occurred_at, seq) < (${occurredAt}::bigint, ${seq}::bigint) and occurred_at >= ${from}::bigint
    order by occurred_at desc, seq desc`;
  return {
    // Not materialized: it is read only until enough was found.
    scanned: sql.fragment`
      scanned as not materialized (
        select occurred_at, seq, account_id, type, value_gp ${range} limit ${scannedMax}::bigint
      )`,
    edge: sql.fragment`
      select *
      from (select occurred_at, seq ${range} offset ${scannedMax - 1}::bigint limit 1) last
      where (select count(*) from found) <= ${limit}::bigint`,
    remaining: filter,
  };
}

// Row comparisons instead of `account_id =`: see `matchingByIndex`.

function scanOfAccounts(tables: FeedTables, request: EventsRange, ids: readonly string[]): Scan {
  const { filter, limit } = request;
  const isUnfiltered = filter.types === null && filter.minValue === null;
  const each = isUnfiltered ? limit + 1 : shareOf(ids.length, limit);
  const remaining = { ...filter, accountIds: null };
  return scanOfColumn(tables, request, { column: 'account_id', keys: ids, each, remaining });
}

function scanOfSources(tables: FeedTables, request: EventsRange, sources: readonly string[]): Scan {
  const each = shareOf(sources.length, request.limit);
  const remaining = { ...request.filter, sources: undefined };
  return scanOfColumn(tables, request, { column: 'source_name', keys: sources, each, remaining });
}

function scanOfColumn(
  { event }: FeedTables,
  request: EventsRange,
  scan: {
    readonly column: 'account_id' | 'source_name';
    readonly keys: readonly string[];
    readonly each: number;
    readonly remaining: EventFilter;
  },
): Scan {
  const { from, limit } = request;
  const { each, remaining } = scan;
  const { occurredAt, seq } = startOf(request);
  const column = sql.identifier([scan.column]);
  const ofKey = sql.fragment`
    select occurred_at, seq, account_id, type, value_gp,
      row_number() over (order by ${column} desc, occurred_at desc, seq desc) as place
    from ${event}
    where ${column} is not null
      and (${column}, occurred_at, seq) < (wanted.key collate "C", ${occurredAt}::bigint, ${seq}::bigint)
      and (${column}, occurred_at, seq) >= (wanted.key collate "C", ${from}::bigint, 0)
    order by ${column} desc, occurred_at desc, seq desc
    limit ${each}::bigint`;
  return scanByKey(sql.fragment`${sql.array(scan.keys, 'text')}`, ofKey, { each, limit, remaining });
}

function scanOfItems(tables: FeedTables, request: EventsRange): Scan {
  const { filter, limit, from } = request;
  const { items = { ids: [], names: [] } } = filter;
  const each = shareOf(items.ids.length + items.names.length, limit);
  const { occurredAt, seq } = startOf(request);
  const ofKey = sql.fragment`
    select e.occurred_at, e.seq, e.account_id, e.type, e.value_gp, e.source_name, i.place
    from (
      select seq, row_number() over (order by item_id desc, occurred_at desc, seq desc) as place
      from ${tables.eventItem}
      where (item_id, occurred_at, seq) < (wanted.key, ${occurredAt}::bigint, ${seq}::bigint)
        and (item_id, occurred_at, seq) >= (wanted.key, ${from}::bigint, 0)
      order by item_id desc, occurred_at desc, seq desc
      limit ${each}::bigint
    ) i
    join ${tables.event} e on e.seq = i.seq`;
  return scanByKey(itemIdsOf(tables, items), ofKey, { each, limit, remaining: filter });
}

function shareOf(keys: number, limit: number): number {
  return Math.max(limit + 1, Math.floor(scannedMax / Math.max(1, keys)));
}

/**
 * @param keys an array
 * @param ofKey selects at most `each` newest events of `wanted.key`, with their `place` from 1 on
 */
function scanByKey(
  keys: FragmentSqlToken,
  ofKey: FragmentSqlToken,
  {
    each,
    limit,
    remaining,
  }: { readonly each: number; readonly limit: number; readonly remaining: EventFilter },
): Scan {
  return {
    scanned: sql.fragment`
      of_keys as materialized (
        select of_key.*
        from unnest(${keys}) as wanted (key)
        cross join lateral (${ofKey}) of_key
      ),
      reached as materialized (
        select occurred_at, seq
        from of_keys
        where place = ${each}::bigint
        order by occurred_at desc, seq desc
        limit 1
      ),
      scanned as (
        select distinct on (occurred_at, seq) *
        from of_keys
        where not exists (
          select from reached where (reached.occurred_at, reached.seq) > (of_keys.occurred_at, of_keys.seq)
        )
        order by occurred_at desc, seq desc
      )`,
    edge: sql.fragment`select * from reached where (select count(*) from found) <= ${limit}::bigint`,
    remaining,
  };
}

/** The place before which a page begins. */
function startOf({ to, after }: Pick<EventsRange, 'to' | 'after'>): RangePlace {
  return after === null || after.occurredAt > to ? { occurredAt: to + 1, seq: 0 } : after;
}
