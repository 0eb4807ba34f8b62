import type { AnswerOf } from '../../../../shared/client/api.ts';
import { useOwnAccounts, useReadableAccounts } from '../read-api/use-readable-accounts.ts';

type Competition = Pick<AnswerOf<'/competitions/{id}'>['data'], 'metric' | 'state' | 'teams'>;

/** Why no own account is in the standings. */
export function useOwnMissing(competition: Competition): string {
  const category = competition.metric.kind === 'xp' ? 'stats' : 'events';
  return ownMissingText(competition, useReadableAccounts(useOwnAccounts(), category));
}

const counters: Readonly<Record<string, readonly [what: string, next: string]>> = {
  xp: ['xp', 'the next xp counts'],
  kills: ['kills', 'the next kill counts, or the second kill of a boss that is new to your plugin'],
  drops: ['drops with a value', 'the next drop counts'],
};

export function ownMissingText({ metric, state, teams }: Competition, own: readonly string[]): string {
  const inTeams = teams.flatMap(({ accounts }) => accounts.map(({ id }) => id));
  if (teams.length > 0 && !own.some((id) => inTeams.includes(id))) return 'Your accounts are in no team.';
  const [what, next] = counters[metric.kind] ?? ['value above 0', 'the next counts'];
  return state === 'running' ? `You have no ${what} yet: ${next}.` : `You had no ${what} in this time.`;
}
