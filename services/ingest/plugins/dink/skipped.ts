import type { SkipCounter } from '../../reading/skip-counter.ts';

/** Everything that can be left out of a message without refusing the rest; also the values of a metric label. */
export type DinkSkippedKind =
  | 'name'
  | 'account_hash'
  | 'account_type'
  | 'world'
  | 'skills'
  | 'skill'
  | 'item'
  | 'value'
  | 'event'
  | 'timestamp'
  | 'text_encoding';

/** Counts what is left out. */
export type DinkSkip = SkipCounter<DinkSkippedKind>;
