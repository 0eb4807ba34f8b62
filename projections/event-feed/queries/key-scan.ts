import { type FragmentSqlToken, type IdentifierSqlToken, sql } from 'slonik';
import type { EventFilter, FeedTables } from './event-page.ts';

/** How events of items or sources are found: by an index that has an entry for each of them. */
export interface KeyScan {
  readonly table: IdentifierSqlToken;
  /** `column`, and the wanted key of the same type. Entries without a key are in no index. */
  readonly column: IdentifierSqlToken;
  readonly key: FragmentSqlToken;
  /** An array. */
  readonly keys: FragmentSqlToken;
  /**
   * Entries that a page reads of each key. Only the newest or oldest entries are read, so that a
   * request costs the same, whatever members stored.
   */
  readonly each: number;
}

/** Entries that the keys of a page share. */
const sharedEntries = 2_000;
/** With many keys, a page still moves forward by this many events. */
const entriesEachMin = 10;

/** Null without a filter by items or sources. With both filters, items are scanned. */
export function keyScanOf(tables: FeedTables, { items, sources }: EventFilter): KeyScan | null {
  if (items !== undefined) {
    return {
      table: tables.eventItem,
      column: sql.identifier(['item_id']),
      key: sql.fragment`wanted.key`,
      keys: sql.fragment`${sql.array(items, 'int8')}`,
      each: entriesOfEach(items.length),
    };
  }
  if (sources === undefined) return null;
  return {
    table: tables.event,
    column: sql.identifier(['source_name']),
    key: sql.fragment`wanted.key collate "C"`,
    keys: sql.fragment`${sql.array(sources, 'text')}`,
    each: entriesOfEach(sources.length),
  };
}

function entriesOfEach(keys: number): number {
  return Math.max(entriesEachMin, Math.floor(sharedEntries / Math.max(1, keys)));
}
