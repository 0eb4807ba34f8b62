import type { SkipCounter } from '../../reading/skip-counter.ts';

/** The kinds of values that can be left out of a message; also values of a metric label. */
export type DinkSkippedKind =
  | 'name'
  | 'account_hash'
  | 'account_type'
  | 'world'
  | 'skills'
  | 'skill'
  | 'counter'
  | 'pets'
  | 'item'
  | 'price'
  | 'value'
  | 'event'
  | 'timestamp'
  | 'text_encoding';

export type DinkSkip = SkipCounter<DinkSkippedKind>;
