import type { EventFilter } from './event-page.ts';

/**
 * The end of a page of a range. The next page holds earlier events, and events of the same time
 * that were stored earlier.
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
