/** Everything that can be left out of a report without refusing the rest; also the values of a metric label. */
const skippedKinds = [
  'player',
  'name',
  'account_hash',
  'account_type',
  'world',
  'world_types',
  'location',
  'trail',
  'trail_tile',
  'hitpoints',
  'prayer',
  'spellbook',
  'skills',
  'skill',
  'inventory',
  'equipment',
  'item',
  'events',
  'event',
  'value',
  'state',
  'tick_delay',
  'timestamp',
  'text_encoding',
] as const;

export type SkippedKind = (typeof skippedKinds)[number];
export type Skipped = ReadonlyMap<SkippedKind, number>;

/** Counts what is left out. */
export type Skip = (kind: SkippedKind, count?: number) => void;

export function countSkipped(): { readonly skipped: Skipped; readonly skip: Skip } {
  const skipped = new Map<SkippedKind, number>();
  return {
    skipped,
    skip: (kind, count = 1) => {
      if (count > 0) skipped.set(kind, (skipped.get(kind) ?? 0) + count);
    },
  };
}
