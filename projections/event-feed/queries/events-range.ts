import type { EventFilter } from './event-page.ts';

/**
 * The end of a page. The next page holds earlier events, and events of the same time with a lower
 * `seq`.
 */
export interface RangePlace {
  /** Epoch ms. */
  readonly occurredAt: number;
  readonly seq: number;
}

/** The first page fixes the horizon, so that paging ends also while events are stored. */
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
