import { type CompetitionDefinition, canonicalMetric } from '../../../../shared/domain/competition.ts';
import { startOfBucket } from '../../../../shared/domain/xp-resolution.ts';
import {
  competitionChanged,
  competitionCreated,
  competitionEnded,
} from '../../../../shared/events/membership/competitions.ts';
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

export type DefinitionChange = {
  readonly [Field in keyof CompetitionDefinition]?: CompetitionDefinition[Field] | undefined;
};

type Input<Parts extends object> = CommandInput<Parts & { readonly competitionId: string }>;

/** Times are epoch ms, and are cut to whole 5 minutes. Without teams, every account takes part. */
export function createCompetition(
  directory: Directory,
  { competitionId, actor, ...input }: Input<CompetitionDefinition>,
): CommandEvent<typeof competitionCreated> {
  const definition = { ...input, ...canonicalParts(directory, input) };
  requireFaultless(definition);
  const data = { competition_id: competitionId, ...definition };
  return commandEvent(competitionCreated, { subject: 'hub', actor }, data);
}

/** A property that is not given stays. */
export function changeCompetition(
  directory: Directory,
  { competitionId, actor, ...input }: Input<DefinitionChange>,
): CommandEvent<typeof competitionChanged> {
  const before = requireCompetition(directory, competitionId);
  const change = canonicalParts(directory, input);
  requireFaultless({ ...before, ...change });
  const data = { competition_id: competitionId, ...change };
  return commandEvent(competitionChanged, { subject: 'hub', actor }, data);
}

/** Before its time; the definition stays. */
export function endCompetition(
  directory: Directory,
  { competitionId, actor }: Input<object>,
): CommandEvent<typeof competitionEnded> {
  requireCompetition(directory, competitionId);
  return commandEvent(competitionEnded, { subject: 'hub', actor }, { competition_id: competitionId });
}

/** Leaves out what is not given. */
function canonicalParts(directory: Directory, { title, metric, from, to, teams }: DefinitionChange) {
  return {
    ...(title !== undefined && { title }),
    ...(metric !== undefined && { metric: legalMetric(metric) }),
    ...(from !== undefined && { from: startOfBucket(from) }),
    ...(to !== undefined && { to: startOfBucket(to) }),
    ...(teams !== undefined && { teams: knownTeams(directory, teams) }),
  };
}

function legalMetric(given: CompetitionDefinition['metric']) {
  const metric = canonicalMetric(given);
  if (metric !== null) return metric;
  const message = 'use xp of a skill of the game or of Overall, kills of a boss, or drops';
  throw new CommandRefused('unknown_metric', message);
}

function knownTeams(directory: Directory, teams: CompetitionDefinition['teams']) {
  return teams.map(({ name, accounts }) => {
    for (const id of accounts) requireAccount(directory, id);
    return { name, accounts: [...new Set(accounts)] };
  });
}

function requireFaultless(definition: Pick<Competition, 'from' | 'to' | 'teams'>): void {
  const fault = faultOf(definition);
  if (fault !== null) throw commandRefused(fault);
}
