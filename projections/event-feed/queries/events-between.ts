import { type FragmentSqlToken, type IdentifierSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { StoredEvent } from '../stored-event.ts';
import { type EventFilter, fewAccountsMax, horizonOf, matching, storedColumns } from './event-page.ts';

/**
 * The end of a page of a range. The next page holds events that are earlier, or were stored
 * earlier.
 */
export interface RangePlace {
  /** Epoch ms. */
  readonly occurredAt: number;
  readonly seq: number;
}

/**
 * The place of a reader in a range. The first page fixes the horizon, so that paging ends also
 * while events are stored.
 */
export interface RangeCursor extends RangePlace {
  readonly horizon: number;
}

export interface EventsRange {
  /** Both ends included, epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Null: the first page. */
  readonly after: RangeCursor | null;
  readonly filter: EventFilter;
  readonly limit: number;
}

/** Events newest first. `next` is null at the end; until then a page may hold fewer than its limit, even none. */
export interface RangePage {
  readonly events: readonly StoredEvent[];
  readonly next: RangeCursor | null;
}

/**
 * An event, the horizon, and up to where the scan went. Without events there is one row, without an event. The event comes
 * as columns, for the reason that `PageRow` gives.
 */
const Scanned = z.object({
  horizon: z.int(),
  edge_occurred_at: z.int().nullable(),
  edge_seq: z.int().nullable(),
});
const RangeRow = z.union([StoredEvent.extend(Scanned.shape), Scanned.extend({ seq: z.null() })]);

/**
 * The index entries that a page reads, about 5 ms. A few accounts share them, but each account has
 * as many as the page asks for. So a page of 500 events of 16 accounts reads 8,032 entries.
 */
const scannedMax = 2_000;

/**
 * A page of a range and one more event, which shows whether events follow. With all accounts, it
 * scans the range in the order of time and stops when the page is full. With a few accounts, it
 * scans each account, and serves events that are newer than the place up to which all were scanned.
 */
export function eventsBetween(event: IdentifierSqlToken, settleMs: number, request: EventsRange) {
  const { filter, after } = request;
  const limit = request.limit + 1;
  const ids = filter.accountIds;
  const few = ids !== null && ids.length <= fewAccountsMax;
  const { scanned, edge } = few ? scanOfAccounts(event, request, ids) : scanOfAll(event, request);
  return sql.type(RangeRow)`
    with horizon as materialized (
      select ${after === null ? horizonOf(event, settleMs) : sql.fragment`${after.horizon}::bigint`} as seq
    ),
    ${scanned},
    found as materialized (
      select occurred_at, seq
      from scanned
      where seq <= (select horizon.seq from horizon) and ${matching({ ...filter, accountIds: few ? null : ids })}
      order by occurred_at desc, seq desc
      limit ${limit}::bigint
    ),
    edge as materialized (${edge})
    select horizon.seq as horizon, edge.occurred_at as edge_occurred_at, edge.seq as edge_seq, page.*
    from horizon
    left join edge on true
    left join (
      select ${storedColumns}
      from ${event}
      where seq = any (array(select seq from found))
    ) page on true
    order by page.occurred_at desc, page.seq desc`;
}

interface Scan {
  /** The table expression `scanned`, and those that it needs. */
  readonly scanned: FragmentSqlToken;
  /** Up to where the scan went; no row when it went to the end of the range or nobody needs to know. */
  readonly edge: FragmentSqlToken;
}

function scanOfAll(event: IdentifierSqlToken, { from, limit, ...request }: EventsRange): Scan {
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
  };
}

function scanOfAccounts(
  event: IdentifierSqlToken,
  { from, limit, filter, ...request }: EventsRange,
  ids: readonly string[],
): Scan {
  const { occurredAt, seq } = startOf(request);
  const everything = filter.types === null && filter.minValue === null;
  const share = Math.floor(scannedMax / Math.max(1, ids.length));
  const each = everything ? limit + 1 : Math.max(limit + 1, share);
  // Compares rows instead of `account_id =`, for the reason that `matchingByIndex` gives.
  return {
    scanned: sql.fragment`
      of_accounts as materialized (
        select of_account.*
        from unnest(${sql.array(ids, 'text')}) as wanted (id)
        cross join lateral (
          select occurred_at, seq, account_id, type, value_gp,
            row_number() over (order by account_id desc, occurred_at desc, seq desc) as place
          from ${event}
          where (account_id, occurred_at, seq) < (wanted.id collate "C", ${occurredAt}::bigint, ${seq}::bigint)
            and (account_id, occurred_at, seq) >= (wanted.id collate "C", ${from}::bigint, 0)
          order by account_id desc, occurred_at desc, seq desc
          limit ${each}::bigint
        ) of_account
      ),
      reached as materialized (
        select occurred_at, seq
        from of_accounts
        where place = ${each}::bigint
        order by occurred_at desc, seq desc
        limit 1
      ),
      scanned as (
        select *
        from of_accounts
        where not exists (
          select from reached where (reached.occurred_at, reached.seq) > (of_accounts.occurred_at, of_accounts.seq)
        )
      )`,
    edge: sql.fragment`select * from reached where (select count(*) from found) <= ${limit}::bigint`,
  };
}

/** The place before which a page begins. */
function startOf({ to, after }: Pick<EventsRange, 'to' | 'after'>): RangePlace {
  return after === null || after.occurredAt > to ? { occurredAt: to + 1, seq: 0 } : after;
}

/** @param limit as asked for, one less than what the statement looks for */
export function rangePageOf(rows: readonly z.infer<typeof RangeRow>[], limit: number): RangePage {
  const found = rows.filter((row) => row.seq !== null);
  const events = found.slice(0, limit);
  const last = events.at(-1);
  const [{ horizon = 0, edge_occurred_at: edgeAt = null, edge_seq: edgeSeq = null } = {}] = rows;
  if (last !== undefined && found.length > limit) {
    return { events, next: { horizon, occurredAt: last.occurred_at, seq: last.seq } };
  }
  if (edgeAt === null || edgeSeq === null) return { events, next: null };
  return { events, next: { horizon, occurredAt: edgeAt, seq: edgeSeq } };
}
