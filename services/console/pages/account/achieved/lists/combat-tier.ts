/**
 * The points of the tiers since 12 August 2026: the sum of all tasks up to the tier, by
 * oldschool.runescape.wiki/w/Combat_Achievements. New tasks raise the points.
 */
const tiers = [
  ['Easy', 41],
  ['Medium', 161],
  ['Hard', 419],
  ['Elite', 1_075],
  ['Master', 1_940],
  ['Grandmaster', 2_672],
] as const;

interface Tier {
  readonly name: string;
  readonly points: number;
}

/** @param total the points that the game has, null when unknown */
export function combatTiers(points: number, total: number | null) {
  const all: Tier[] = tiers.map(([name, needed]) => ({
    name,
    points: name === 'Grandmaster' ? (total ?? needed) : needed,
  }));
  return {
    reached: all.findLast((tier) => points >= tier.points) ?? null,
    next: all.find((tier) => points < tier.points) ?? null,
  };
}
