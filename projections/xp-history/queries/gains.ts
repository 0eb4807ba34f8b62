import { compareSkills, overall } from '../../../shared/domain/skill.ts';
import type { SkillGain } from './read-gains.ts';

export interface Gain {
  readonly skill: string;
  readonly xp: number;
}

/** Overall first, as the sum of the gains: a skill that is first reported late adds nothing. */
export function withOverall(gains: readonly SkillGain[]): Gain[] {
  const skills = gains.map(({ skill, gain }) => ({ skill, xp: gain }));
  skills.sort((left, right) => compareSkills(left.skill, right.skill));
  return [{ skill: overall, xp: skills.reduce((sum, { xp }) => sum + xp, 0) }, ...skills];
}

export interface Ranking {
  readonly skill: string;
  readonly entries: readonly SkillGain[];
}

/**
 * The gains of each skill, highest first. Overall first (rules/xp.md#leaderboards).
 * @param gains above 0, in the order of accounts with equal gains
 */
export function rankGains(gains: readonly SkillGain[]): Ranking[] {
  const bySkill = Map.groupBy(gains, ({ skill }) => skill);
  bySkill.set(overall, sumsOfAccounts(gains));
  const skills = [...bySkill.keys()].filter((skill) => skill !== overall).sort(compareSkills);
  return [overall, ...skills]
    .map((skill) => ({
      skill,
      entries: bySkill.get(skill)?.sort((one, other) => other.gain - one.gain) ?? [],
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The sum of each account, with the skill Overall. */
function sumsOfAccounts(gains: readonly SkillGain[]): SkillGain[] {
  const sums = new Map<string, number>();
  for (const { account_id, gain } of gains) sums.set(account_id, (sums.get(account_id) ?? 0) + gain);
  return Array.from(sums, ([account_id, gain]) => ({ account_id, skill: overall, gain }));
}
