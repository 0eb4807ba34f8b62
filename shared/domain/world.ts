/** World types with another character of the player (rules/names.md#special-worlds). */
const specialTypes = new Set([
  'SEASONAL',
  'DEADMAN',
  'TOURNAMENT_WORLD',
  'BETA_WORLD',
  'QUEST_SPEEDRUNNING',
  'NOSAVE_MODE',
  'PVP_ARENA',
]);

export const worldMax = 65_535;

export function isSpecialWorld(worldTypes: readonly string[]): boolean {
  return worldTypes.some((type) => specialTypes.has(type));
}
