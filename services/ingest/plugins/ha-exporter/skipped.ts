import type { SkipCounter } from '../../reading/skip-counter.ts';

/** Everything that can be left out of a report without refusing the rest; also the values of a metric label. */
export type HaSkippedKind =
  | 'player'
  | 'name'
  | 'account_hash'
  | 'account_type'
  | 'world'
  | 'world_types'
  | 'location'
  | 'trail'
  | 'trail_tile'
  | 'hitpoints'
  | 'prayer'
  | 'spellbook'
  | 'skills'
  | 'skill'
  | 'inventory'
  | 'equipment'
  | 'item'
  | 'events'
  | 'event'
  | 'value'
  | 'state'
  | 'tick_delay'
  | 'timestamp'
  | 'text_encoding';

export type HaSkipCounts = ReadonlyMap<HaSkippedKind, number>;

/** Counts what is left out. */
export type HaSkip = SkipCounter<HaSkippedKind>;
