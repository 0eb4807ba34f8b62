import type { SkipCounter } from '../../reading/skip-counter.ts';

/** Also values of a metric label. */
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
