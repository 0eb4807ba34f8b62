import {
  competitionsMax,
  hasLegalTimes,
  hasSeparateTeams,
  stateOf,
} from '../../../../shared/domain/competition.ts';
import { startOfBucket } from '../../../../shared/domain/xp-resolution.ts';
import type {
  competitionChanged,
  competitionCreated,
  competitionEnded,
} from '../../../../shared/events/membership/competitions.ts';
import type { Competition } from '../../model/entities.ts';
import type { Refusal } from '../../model/refusal.ts';
import { anyValue } from '../../tables/declare-table.ts';
import { need } from '../needs.ts';
import type { CommandRule } from '../rule.ts';

// The rules read no accounts: a rebuild does not know an account that is erased later.

export const competitionCreatedRule: CommandRule<typeof competitionCreated> = {
  needs: () => [need('competitions', 'open', anyValue)],
  decide: (rows, { data: { competition_id: id, title, metric, from, to, teams }, recordTime }) => {
    const open = rows
      .find('competitions', 'open', anyValue)
      .filter((each) => stateOf(each, recordTime) !== 'ended');
    if (open.length >= competitionsMax) return 'too_many_competitions';
    rows.put('competitions', { id, title, metric, from, to, teams, endedAt: null });
    return faultOf({ from, to, teams });
  },
};

export const competitionChangedRule: CommandRule<typeof competitionChanged> = {
  needs: ({ data }) => [need('competitions', 'key', data.competition_id)],
  decide: (rows, { data, recordTime }) => {
    const { competition_id, title, actor: _, ...others } = data;
    const before = rows.get('competitions', competition_id);
    if (before === undefined) return 'unknown_competition';
    const { metric = before.metric, from = before.from, to = before.to, teams = before.teams } = others;
    const isRenamed = Object.values(others).every((given) => given === undefined);
    if (!isRenamed && stateOf(before, recordTime) === 'ended') return 'competition_ended';
    rows.put('competitions', { ...before, title: title ?? before.title, metric, from, to, teams });
    return faultOf({ from, to, teams });
  },
};

export const competitionEndedRule: CommandRule<typeof competitionEnded> = {
  needs: ({ data }) => [need('competitions', 'key', data.competition_id)],
  decide: (rows, { data, recordTime }) => {
    const before = rows.get('competitions', data.competition_id);
    if (before === undefined) return 'unknown_competition';
    if (stateOf(before, recordTime) === 'ended') return 'competition_ended';
    rows.put('competitions', { ...before, endedAt: startOfBucket(recordTime) });
    return null;
  },
};

/** Why no competition may have these times and teams; null when they are legal. */
export function faultOf(competition: Pick<Competition, 'from' | 'to' | 'teams'>): Refusal | null {
  if (!hasLegalTimes(competition)) return 'competition_times';
  return hasSeparateTeams(competition.teams) ? null : 'competition_teams';
}
