import { type FragmentSqlToken, sql } from 'slonik';
import {
  accountsLookedUpMax,
  type EventFilter,
  eventAt,
  type FeedTables,
  ofAnyAccount,
} from './event-page.ts';
import type { EventsRange, RangePlace } from './events-range.ts';
import { type KeyScan, keyScanOf } from './key-scan.ts';

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

/** Index entries that a page reads, when it does not scan keys. */
const scannedMax = 2_000;

export function scanOf(tables: FeedTables, request: EventsRange): Scan {
  const { accountIds } = request.filter;
  const keys = keyScanOf(tables, request.filter);
  if (keys !== null) return scanOfKeys(tables, request, keys);
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

function scanOfAccounts({ event }: FeedTables, request: EventsRange, ids: readonly string[]): Scan {
  const { filter, limit } = request;
  const isUnfiltered = filter.types === null && filter.minValue === null;
  const each = isUnfiltered
    ? limit + 1
    : Math.max(limit + 1, Math.floor(scannedMax / Math.max(1, ids.length)));
  const scan: KeyScan = {
    table: event,
    column: sql.identifier(['account_id']),
    key: sql.fragment`wanted.key collate "C"`,
    keys: sql.fragment`${sql.array(ids, 'text')}`,
    each,
  };
  const { ofKeys, reached, edge } = entriesOf(scan, request, sql.fragment`occurred_at, seq, type, value_gp`);
  return {
    scanned: sql.fragment`${ofKeys}, ${reached}, scanned as (${reachedEntries})`,
    edge,
    remaining: { ...filter, accountIds: null },
  };
}

/** Events of accounts that the filter leaves out are not read, but their entries are counted. */
function scanOfKeys({ event }: FeedTables, request: EventsRange, scan: KeyScan): Scan {
  const { filter } = request;
  const ofAccounts = ofAnyAccount('place', filter.accountIds);
  const { ofKeys, reached, edge } = entriesOf(scan, request, sql.fragment`occurred_at, seq, account_id`);
  return {
    scanned: sql.fragment`
      ${ofKeys},
      ${reached},
      scanned as (
        select e.occurred_at, e.seq, e.account_id, e.type, e.value_gp, e.source_name
        from (${reachedEntries}) place
        cross join lateral (${eventAt(event)}) e
        where ${ofAccounts}
      )`,
    edge,
    remaining: { ...filter, accountIds: null },
  };
}

/** An event may have an entry for several keys. */
const reachedEntries = sql.fragment`
  select distinct on (occurred_at, seq) *
  from of_keys
  where not exists (
    select from reached where (reached.occurred_at, reached.seq) > (of_keys.occurred_at, of_keys.seq)
  )
  order by occurred_at desc, seq desc`;

/** At most `each` newest entries of each key. `place` counts the entries of a key from 1 on. */
function entriesOf(
  { table, column, key, keys, each }: KeyScan,
  { from, limit, ...request }: EventsRange,
  columns: FragmentSqlToken,
) {
  const { occurredAt, seq } = startOf(request);
  const ofKeys = sql.fragment`
    of_keys as materialized (
      select of_key.*
      from unnest(${keys}) as wanted (key)
      cross join lateral (
        select ${columns}, row_number() over (order by ${column} desc, occurred_at desc, seq desc) as place
        from ${table}
        where ${column} is not null
          and (${column}, occurred_at, seq) < (${key}, ${occurredAt}::bigint, ${seq}::bigint)
          and (${column}, occurred_at, seq) >= (${key}, ${from}::bigint, 0)
        order by ${column} desc, occurred_at desc, seq desc
        limit ${each}::bigint
      ) of_key
    )`;
  const reached = sql.fragment`
    reached as materialized (
      select occurred_at, seq
      from of_keys
      where place = ${each}::bigint
      order by occurred_at desc, seq desc
      limit 1
    )`;
  const edge = sql.fragment`
    select * from reached where (select count(*) from found) <= ${limit}::bigint`;
  return { ofKeys, reached, edge };
}

/** The place before which a page begins. */
function startOf({ to, after }: Pick<EventsRange, 'to' | 'after'>): RangePlace {
  return after === null || after.occurredAt > to ? { occurredAt: to + 1, seq: 0 } : after;
}
