/** Account types by their chat badge. Two types share the badge of a group, so that badge names none. */
const accountTypes: ReadonlyMap<string | null, number> = new Map([
  ['Ironman', 1],
  ['Ultimate_ironman', 2],
  ['Hardcore_ironman', 3],
  ['Hardcore_group_ironman', 5],
]);

const specialWorlds: ReadonlySet<string | null> = new Set(['Leagues', 'Speedrunning_World']);

export function accountTypeOf(badge: string | null): number | null {
  return accountTypes.get(badge) ?? null;
}

/** Whether a badge shows that the player is another character. */
export function isBadgeOfSpecialWorld(badge: string | null): boolean {
  return specialWorlds.has(badge);
}
