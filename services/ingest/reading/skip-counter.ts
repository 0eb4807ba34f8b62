/** Kinds of values that are left out, for all plugins. They are values of a metric label. */
export type SkippedKind = PlayerKind | StateKind | ItemKind | HoldingKind | MessagePartKind;
type PlayerKind = 'player' | 'name' | 'account_hash' | 'account_type' | 'world' | 'world_types' | 'timestamp';
type StateKind = PlaceKind | 'state' | 'stats' | 'hitpoints' | 'prayer' | 'spellbook' | SkillKind;
type PlaceKind = 'location' | 'trail' | 'trail_tile';
type SkillKind = 'skills' | 'skill' | 'unknown_skill';
type ItemKind = 'equipment' | 'inventory' | 'item' | 'price' | 'value';
type HoldingKind = StorageKind | 'collection_log' | 'quests' | 'diaries' | 'counter' | 'pets';
type StorageKind = 'bank' | 'shared_bank' | 'seed_vault' | 'potion_storage' | 'rune_pouch' | 'quiver';
type MessagePartKind = 'events' | 'event' | 'embed' | 'tick_delay' | 'text_encoding';

export type SkipCounter = (kind: SkippedKind, count?: number) => void;

/** @param isDamaged the text had bytes that are no UTF-8 */
export function createSkipCounter(isDamaged = false): {
  readonly skipped: ReadonlyMap<SkippedKind, number>;
  readonly skip: SkipCounter;
} {
  const skipped = new Map<SkippedKind, number>(isDamaged ? [['text_encoding', 1]] : []);
  return {
    skipped,
    skip: (kind, count = 1) => {
      if (count > 0) skipped.set(kind, (skipped.get(kind) ?? 0) + count);
    },
  };
}
