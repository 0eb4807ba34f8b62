import { type CompetitionMetric, canonicalMetric } from '../../../../shared/domain/competition.ts';
import { startOfBucket } from '../../../../shared/domain/xp-resolution.ts';
import { competitionChanged } from '../../../../shared/events/types/competition-changed.ts';
import { competitionCreated } from '../../../../shared/events/types/competition-created.ts';
import { competitionEnded } from '../../../../shared/events/types/competition-ended.ts';
import type { Directory } from '../../directory/directory.ts';
import { faultOf } from '../../fold/competitions/competitions.ts';
import type { Competition } from '../../model/entities.ts';
import {
  type CommandEvent,
  type CommandInput,
  CommandRefused,
  commandEvent,
  commandRefused,
} from '../command-event.ts';
import { requireAccount, requireCompetition } from '../require-known.ts';

/** Times are epoch ms, and are cut to whole 5 minutes. Without teams, every account takes part. */
export type Definition = Pick<Competition, 'title' | 'metric' | 'from' | 'to' | 'teams'>;
export type DefinitionChange = { readonly [Field in keyof Definition]?: Definition[Field] | undefined };

export function createCompetition(
  directory: Directory,
  { competitionId, actor, ...input }: CommandInput<Definition & { readonly competitionId: string }>,
): CommandEvent<typeof competitionCreated> {
  const { title, metric, from, to, teams } = input;
  const definition = {
    title,
    metric: legalMetric(metric),
    from: startOfBucket(from),
    to: startOfBucket(to),
    teams: knownTeams(directory, teams),
  };
  requireFaultless(definition);
  const data = { competition_id: competitionId, ...definition };
  return commandEvent(competitionCreated, { subject: 'hub', actor }, data);
}

/** A property that is not given stays. */
export function changeCompetition(
  directory: Directory,
  { competitionId, actor, ...input }: CommandInput<DefinitionChange & { readonly competitionId: string }>,
): CommandEvent<typeof competitionChanged> {
  const before = requireCompetition(directory, competitionId);
  const { title, metric, from, to, teams } = input;
  const change = {
    ...(title !== undefined && { title }),
    ...(metric !== undefined && { metric: legalMetric(metric) }),
    ...(from !== undefined && { from: startOfBucket(from) }),
    ...(to !== undefined && { to: startOfBucket(to) }),
    ...(teams !== undefined && { teams: knownTeams(directory, teams) }),
  };
  requireFaultless({ ...before, ...change });
  const data = { competition_id: competitionId, ...change };
  return commandEvent(competitionChanged, { subject: 'hub', actor }, data);
}

/** Before its time; the definition stays. */
export function endCompetition(
  directory: Directory,
  { competitionId, actor }: CommandInput<{ readonly competitionId: string }>,
): CommandEvent<typeof competitionEnded> {
  requireCompetition(directory, competitionId);
  return commandEvent(competitionEnded, { subject: 'hub', actor }, { competition_id: competitionId });
}

function legalMetric(given: CompetitionMetric): CompetitionMetric {
  const metric = canonicalMetric(given);
  if (metric !== null) return metric;
  const message = 'use xp of a skill of the game or of Overall, kills of a boss, or drops';
  throw new CommandRefused('unknown_metric', message);
}

function knownTeams(directory: Directory, teams: Definition['teams']) {
  return teams.map(({ name, accounts }) => {
    for (const id of accounts) requireAccount(directory, id);
    return { name, accounts: [...new Set(accounts)] };
  });
}

function requireFaultless(definition: Pick<Definition, 'from' | 'to' | 'teams'>): void {
  const fault = faultOf(definition);
  if (fault !== null) throw commandRefused(fault);
}
