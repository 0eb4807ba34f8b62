import { z } from 'zod';
import { dayMs } from './durations.ts';
import { searchedName } from './searched-name.ts';
import { overall, skills } from './skill.ts';

/** Competitions that have not ended, and competitions in an answer. */
export const competitionsMax = 100;
export const teamsMax = 2;
export const teamAccountsMax = 500;
const competitionDaysMax = 366;

/** In documents, and in every demo, so that their examples work there. */
export const exampleCompetitionId = 'c0a4b7de-51c1-4a5e-9a57-0f2d3c4b5a69';

export const competitionKinds = ['xp', 'kills', 'drops'] as const;
export const competitionStates = ['coming', 'running', 'ended'] as const;
export type CompetitionState = (typeof competitionStates)[number];

export const CompetitionMetric = z.object({
  kind: z.enum(competitionKinds).describe('The counter: xp, kills of a boss, or the value of drops.'),
  name: z.string().min(1).max(100).nullable().describe('The skill, Overall or the boss. Null for drops.'),
});
export type CompetitionMetric = z.infer<typeof CompetitionMetric>;

export const CompetitionTeam = z.object({
  name: z.string().min(1).max(64).describe('The name of the team.'),
  accounts: z.array(z.string()).min(1).max(teamAccountsMax).describe('The ids of the accounts.'),
});
export type CompetitionTeam = z.infer<typeof CompetitionTeam>;

export const CompetitionDefinition = z.object({
  title: z.string().min(1).max(64).describe('The title for people.'),
  metric: CompetitionMetric,
  from: z.int().min(0).describe('The start, epoch ms.'),
  to: z.int().min(0).describe('The end, epoch ms, not included.'),
  teams: z.array(CompetitionTeam).max(teamsMax).describe('Empty: every account takes part alone.'),
});
export type CompetitionDefinition = z.infer<typeof CompetitionDefinition>;

/** Times are epoch ms, at whole buckets of xp. */
export interface CompetitionTimes {
  readonly from: number;
  readonly to: number;
  /** When a command ended it, in a bucket that was complete; null without such a command. */
  readonly endedAt: number | null;
}

/** The end of [from, to) for the standings. Not before `from`. */
export function endOf({ from, to, endedAt }: CompetitionTimes): number {
  return Math.max(from, Math.min(to, endedAt ?? to));
}

/** A command ended the competition before it began. No answer has the competition. */
export function isCancelled({ from, endedAt }: CompetitionTimes): boolean {
  return endedAt !== null && endedAt <= from;
}

export function stateOf(times: CompetitionTimes, now: number): CompetitionState {
  if (now >= (times.endedAt ?? times.to)) return 'ended';
  return now < times.from ? 'coming' : 'running';
}

/** Null when the game has no such skill; a boss may have any name. */
export function canonicalMetric({ kind, name }: CompetitionMetric): CompetitionMetric | null {
  if (kind === 'drops') return name === null ? { kind, name } : null;
  if (kind === 'kills') return name === null || name.trim() === '' ? null : { kind, name: name.trim() };
  const wanted = searchedName(name ?? overall);
  const skill = [overall, ...skills].find((each) => searchedName(each) === wanted);
  return skill === undefined ? null : { kind, name: skill };
}

export function hasLegalTimes({ from, to }: Pick<CompetitionTimes, 'from' | 'to'>): boolean {
  return from < to && to - from <= competitionDaysMax * dayMs;
}

/** Two teams have different names and no common account. */
export function hasSeparateTeams(teams: readonly CompetitionTeam[]): boolean {
  const names = new Set(teams.map(({ name }) => searchedName(name)));
  const accounts = teams.flatMap((team) => team.accounts);
  return names.size === teams.length && new Set(accounts).size === accounts.length;
}
