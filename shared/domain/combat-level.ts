import { realLevelMax } from './skill.ts';

interface SkillLevel {
  readonly skill: string;
  readonly level: number;
}

/**
 * The combat level of the game, 3..126, by https://oldschool.runescape.wiki/w/Combat_level. Levels
 * above 99 count as 99. Null when a skill is unknown.
 */
export function combatLevel(skills: readonly SkillLevel[]): number | null {
  const levels = new Map(skills.map(({ skill, level }) => [skill, Math.min(realLevelMax, level)]));
  const known = ['Attack', 'Strength', 'Defence', 'Hitpoints', 'Prayer', 'Ranged', 'Magic'].map((skill) =>
    levels.get(skill),
  );
  if (known.includes(undefined)) return null;
  const [attack, strength, defence, hitpoints, prayer, ranged, magic] = known as [
    ...[number, number, number, number, number, number, number],
  ];
  // In 40ths, because 0.325 has no exact binary form.
  const base = 10 * (defence + hitpoints + Math.floor(prayer / 2));
  const best = 13 * Math.max(attack + strength, Math.floor(ranged * 1.5), Math.floor(magic * 1.5));
  return Math.floor((base + best) / 40);
}
