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
  readonly entries: readonly { readonly accountId: string; readonly gain: number }[];
}

/**
 * The gains above 0 of each skill, highest first. Overall first (rules/xp.md#leaderboards).
 * @param compareIds orders accounts with equal gains
 */
export function rankGains(
  gains: readonly SkillGain[],
  compareIds: (left: string, right: string) => number,
): Ranking[] {
  const sums = new Map<string, number>();
  for (const { account_id, gain } of gains) sums.set(account_id, (sums.get(account_id) ?? 0) + gain);
  const overallGains = [...sums].map(([account_id, gain]) => ({ account_id, skill: overall, gain }));
  const bySkill = Map.groupBy(
    gains.filter(({ gain }) => gain > 0),
    ({ skill }) => skill,
  );
  const skills = [...bySkill.keys()].sort(compareSkills);
  return [
    ranking(overall, overallGains, compareIds),
    ...skills.map((skill) => ranking(skill, bySkill.get(skill) ?? [], compareIds)),
  ].filter(({ entries }) => entries.length > 0);
}

function ranking(
  skill: string,
  gains: readonly SkillGain[],
  compareIds: (left: string, right: string) => number,
): Ranking {
  const entries = gains
    .filter(({ gain }) => gain > 0)
    .sort((left, right) => right.gain - left.gain || compareIds(left.account_id, right.account_id))
    .map(({ account_id, gain }) => ({ accountId: account_id, gain }));
  return { skill, entries };
}
