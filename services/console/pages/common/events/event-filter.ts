import type { HubEvent } from '../../../../../shared/client/api.ts';

/** The types of the hub's own, which every plugin that sees such a thing reports. */
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

/** Types that one plugin reports, under its own names (plugin-protocols.md 2); others pass a filter that lists none. */
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
] as const;

/** The further types that are offered, and those that are chosen though no list has them, as by an address. */
export function listFurtherTypes(chosen: readonly string[]): string[] {
  const own: readonly string[] = eventTypes;
  return [...new Set([...furtherTypes, ...chosen])].filter((type) => !own.includes(type));
}

/** Gp from which on events with a worth are shown. */
export const leastValues = [0, 10_000, 100_000, 1_000_000, 10_000_000] as const;

export interface FeedFilter {
  /** None is every type. */
  readonly types: readonly string[];
  /** Events without a worth, as a level, pass while it is 0. */
  readonly leastValue: number;
}

export const emptyFeedFilter: FeedFilter = { types: [], leastValue: 0 };

export function isShownByFilter({ types, leastValue }: FeedFilter, { type, value_gp }: HubEvent): boolean {
  if (types.length > 0 && !types.includes(type)) return false;
  return leastValue === 0 || (value_gp ?? 0) >= leastValue;
}

/** A filter that the browser remembered, or null where it is none. */
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
