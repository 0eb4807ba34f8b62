/** In the order of the API (rules/names.md#skills). Plugins may also report other skills. */
export const skills = [
  'Attack',
  'Defence',
  'Strength',
  'Hitpoints',
  'Ranged',
  'Prayer',
  'Magic',
  'Cooking',
  'Woodcutting',
  'Fletching',
  'Fishing',
  'Firemaking',
  'Crafting',
  'Smithing',
  'Mining',
  'Herblore',
  'Agility',
  'Thieving',
  'Slayer',
  'Farming',
  'Runecraft',
  'Hunter',
  'Construction',
  'Sailing',
] as const;

/** The sum of all skills, which no plugin sends. */
export const overall = 'Overall';

export const xpMax = 200_000_000;
export const realLevelMax = 99;
const virtualLevelMax = 126;
/** The level that plugins report for a skill at the xp cap. */
const levelAtXpCap = 127;

/**
 * xpOfLevel[n] is the xp of level n in the game: floor(sum / 4). The sum adds
 * floor(i + 300 * 2^(i/7)) for each i from 1 to n - 1.
 */
const xpOfLevel: number[] = [0, 0];
for (let level = 2, points = 0; level <= virtualLevelMax; level += 1) {
  points += Math.floor(level - 1 + 300 * 2 ** ((level - 1) / 7));
  xpOfLevel.push(Math.floor(points / 4));
}

/** From 1 to 126, and 127 at 200 million xp (rules/input.md#missing-values). */
export function virtualLevel(xp: number): number {
  if (xp >= xpMax) return levelAtXpCap;
  let low = 1;
  let high = virtualLevelMax;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (xp >= (xpOfLevel[middle] ?? Number.POSITIVE_INFINITY)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** From 0 to 1; 1 from the last level on. */
export function progressToNextLevel(xp: number): number {
  const level = virtualLevel(xp);
  const [from, to] = [xpOfLevel[level], xpOfLevel[level + 1]];
  return from === undefined || to === undefined ? 1 : (xp - from) / (to - from);
}

/** Xp until the next level, also above 99; null at the last level. */
export function xpToNextLevel(xp: number): number | null {
  const next = xpOfLevel[virtualLevel(xp) + 1];
  return next === undefined ? null : next - xp;
}

export const totalLevelMax = skills.length * realLevelMax;

/** From 0 to 1; 1 at the highest total level. */
export function overallProgress(totalLevel: number): number {
  return Math.min(1, totalLevel / totalLevelMax);
}

/** The level that counts in the game, 1..99. */
export function realLevel(xp: number): number {
  return Math.min(realLevelMax, virtualLevel(xp));
}

export interface Milestone {
  /** `total_level` only of Overall. */
  readonly kind: 'level' | 'xp' | 'total_level';
  /** A level, or xp. */
  readonly value: number;
}

const milestoneLevels = [50, 60, 70, 80, 90, realLevelMax];
const milestoneXp = [25_000_000, 50_000_000, 100_000_000, xpMax];
const milestoneTotalLevels = 100;

/** The milestones that are reached with this xp and level (rules/records.md#milestones). */
export function milestonesOf(
  skill: string,
  { xp, level }: { readonly xp: number; readonly level: number },
): Milestone[] {
  const upTo = (kind: Milestone['kind'], values: readonly number[], reached: number): Milestone[] =>
    values.filter((value) => value <= reached).map((value) => ({ kind, value }));
  if (skill !== overall) return [...upTo('level', milestoneLevels, level), ...upTo('xp', milestoneXp, xp)];
  const hundreds = Array.from(
    { length: Math.floor(level / milestoneTotalLevels) },
    (_, index) => (index + 1) * milestoneTotalLevels,
  );
  return upTo('total_level', hundreds, level);
}

const rank = new Map<string, number>(skills.map((name, index) => [name, index]));

/** The game's order, then unknown skills by name. */
export function compareSkills(left: string, right: string): number {
  const byRank = (rank.get(left) ?? skills.length) - (rank.get(right) ?? skills.length);
  return byRank !== 0 ? byRank : left < right ? -1 : left > right ? 1 : 0;
}
