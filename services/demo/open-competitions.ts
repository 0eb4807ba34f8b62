import { randomUUID } from 'node:crypto';
import { createCompetition } from '../../projections/access/commands/competitions/define-competition.ts';
import { executeCommands } from '../../projections/access/commands/execute-command.ts';
import { namedAccounts } from '../../projections/access/visibility/sorted-accounts.ts';
import { type CompetitionDefinition, exampleCompetitionId } from '../../shared/domain/competition.ts';
import { dayMs } from '../../shared/domain/durations.ts';
import { overall } from '../../shared/domain/skill.ts';
import type { EnrolmentHub } from './enrolment.ts';

/**
 * Creates a competition that has ended, of two teams when the hub knows accounts, and a competition
 * that runs. Creates nothing in a hub with competitions. @param now epoch ms
 */
export async function openCompetitions(hub: EnrolmentHub, now: number): Promise<void> {
  const directory = hub.directory.current();
  if (directory.competitions.size > 0) return;
  const ids = namedAccounts(directory.accounts).map(({ id }) => id);
  const teams = ['East', 'West'].map((name, team) => ({
    name,
    accounts: ids.filter((_, place) => place % 2 === team),
  }));
  const hasTeams = teams.every(({ accounts }) => accounts.length > 0);
  const definitions: readonly CompetitionDefinition[] = [
    {
      title: 'East against West',
      metric: { kind: 'xp', name: overall },
      from: now - 8 * dayMs,
      to: now - dayMs,
      teams: hasTeams ? teams : [],
    },
    {
      title: 'Loot week',
      metric: { kind: 'drops', name: null },
      from: now - 2 * dayMs,
      to: now + 5 * dayMs,
      teams: [],
    },
  ];
  await executeCommands(
    hub,
    definitions.map((definition, place) =>
      createCompetition(directory, {
        ...definition,
        competitionId: place === 0 ? exampleCompetitionId : randomUUID(),
        actor: 'hub',
      }),
    ),
  );
}
