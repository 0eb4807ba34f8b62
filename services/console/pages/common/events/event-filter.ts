import type { HubEvent } from '../../../../../shared/client/api.ts';

/** Several plugins report these types. */
export const eventTypes = [
  'loot',
  'pk_loot',
  'death',
  'level_up',
  'collection_log',
  'superior_spawn',
  'achievement_diary',
  'combat_task',
] as const;

/**
 * Single plugins report these types (plugin-protocols.md 2). An empty filter shows other types too.
 */
const furtherTypes = [
  'QUEST',
  'CLUE',
  'PET',
  'SLAYER',
  'KILL_COUNT',
  'PLAYER_KILL',
  'XP_MILESTONE',
  'SPEEDRUN',
  'BARBARIAN_ASSAULT_GAMBLE',
  'LEAGUES_TASK',
  'LEAGUES_AREA',
  'LEAGUES_RELIC',
  'LEAGUES_MASTERY',
  'discord',
] as const;

/** An address may name an unknown type. */
export function listFurtherTypes(chosen: readonly string[]): string[] {
  const own: readonly string[] = eventTypes;
  return [...new Set([...furtherTypes, ...chosen])].filter((type) => !own.includes(type));
}

/** In gp. */
export const leastValues = [0, 10_000, 100_000, 1_000_000, 10_000_000] as const;

export interface FeedFilter {
  /** Empty means every type. */
  readonly types: readonly string[];
  /** Events without a worth, like levels, are shown only when this is 0. */
  readonly leastValue: number;
}

export const emptyFeedFilter: FeedFilter = { types: [], leastValue: 0 };

export function isShownByFilter({ types, leastValue }: FeedFilter, { type, value_gp }: HubEvent): boolean {
  if (types.length > 0 && !types.includes(type)) return false;
  return leastValue === 0 || (value_gp ?? 0) >= leastValue;
}

/** Null when the stored filter is invalid. */
export function parseFeedFilter(stored: unknown): FeedFilter | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('types' in stored && 'leastValue' in stored)) return null;
  const { types, leastValue } = stored;
  if (!Array.isArray(types) || typeof leastValue !== 'number') return null;
  const known: readonly string[] = [...eventTypes, ...furtherTypes];
  return {
    types: known.filter((type) => types.includes(type)),
    leastValue: leastValues.find((value) => value === leastValue) ?? 0,
  };
}
