import type { SkipCounter } from '../../reading/skip-counter.ts';

/** Also values of a metric label. */
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
  | 'price'
  | 'events'
  | 'event'
  | 'value'
  | 'state'
  | 'tick_delay'
  | 'timestamp'
  | 'text_encoding';

export type HaSkipCounts = ReadonlyMap<HaSkippedKind, number>;

export type HaSkip = SkipCounter<HaSkippedKind>;
