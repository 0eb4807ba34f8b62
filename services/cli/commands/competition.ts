import type { Command } from 'commander';
import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { CompetitionMetric } from '../../../shared/domain/competition.ts';
import {
  type CompetitionDocument,
  competitionDocument,
  competitionOperations,
} from '../../operations/competitions.ts';
import type { HubConnection } from '../connection/connect.ts';
import { findAccount, findCompetition } from '../lookup.ts';
import { onHub, runCommand } from '../run-command.ts';
import { addTeam, competitionMetric, type GivenTeam, label, time } from '../terminal/arguments.ts';
import { type Output, shortTime, table } from '../terminal/output.ts';
import { line } from '../terminal/printable.ts';

interface NewCompetition {
  readonly title: string;
  readonly metric: CompetitionMetric;
  readonly from: number;
  readonly to: number;
  readonly team?: readonly GivenTeam[];
}

/** `teams` is false for `--no-teams`. */
type ChangedCompetition = Partial<NewCompetition> & { readonly teams?: boolean };

const metricText = 'drops, kills:BOSS, xp:SKILL, or xp for the sum of all skills';
const teamText = 'a team as NAME=ACCOUNTS, with ids or names of accounts, separated by commas; at most two';
const [whichArgument, whichText] = ['<competition>', 'the id of the competition, or its title'];

export function competitionCommand(program: Command): void {
  const competition = program.command('competition').description('competitions of the guild');
  competition
    .command('create')
    .description('create a competition; times are cut to whole 5 minutes')
    .requiredOption('--title <title>', 'the title', label)
    .requiredOption('--metric <metric>', metricText, competitionMetric)
    .requiredOption('--from <time>', 'the start, like 2026-12-01 or 2026-12-01T18:00:00Z', time)
    .requiredOption('--to <time>', 'the end, which does not belong to the competition', time)
    .option('--team <team>', `${teamText} (default: every account for itself)`, addTeam)
    .action(onHub(create));
  competition
    .command('change')
    .description('change a competition; of a competition that has ended, only the title')
    .argument(whichArgument, whichText)
    .option('--title <title>', 'a new title', label)
    .option('--metric <metric>', metricText, competitionMetric)
    .option('--from <time>', 'the start, like 2026-12-01 or 2026-12-01T18:00:00Z', time)
    .option('--to <time>', 'the end, which does not belong to the competition', time)
    .option('--team <team>', `${teamText}; replaces all teams`, addTeam)
    .option('--no-teams', 'every account for itself')
    .action((which: string, options: ChangedCompetition, command: Command) => {
      const { teams, ...others } = options;
      if (teams !== false && Object.keys(others).length === 0) {
        command.error('error: name at least one option to change');
      }
      if (teams === false && others.team !== undefined)
        command.error('error: name either --team or --no-teams');
      return runCommand(command, (hub) => change(hub, which, options));
    });
  competition
    .command('end')
    .description('end a competition now, or cancel a competition that has not begun')
    .argument(whichArgument, whichText)
    .action(onHub(end));
  competition.command('list').description('all competitions, the latest end first').action(onHub(list));
  competition
    .command('show')
    .description('a competition with its teams; the read API has the standings')
    .argument(whichArgument, whichText)
    .action(onHub(show));
}

function teamsOf(directory: Directory, teams: readonly GivenTeam[]) {
  return teams.map(({ name, accounts }) => ({
    name,
    accounts: accounts.map((account) => findAccount(directory, account).id),
  }));
}

async function create(hub: HubConnection, { team = [], ...definition }: NewCompetition): Promise<Output> {
  const teams = teamsOf(await readCurrent(hub), team);
  const document = await competitionOperations.create(hub, { ...definition, teams, actor: 'cli' });
  return { document, text: line`Created the competition ${document.title}: ${document.id}` };
}

async function change(hub: HubConnection, which: string, options: ChangedCompetition): Promise<Output> {
  const directory = await readCurrent(hub);
  const { id: competitionId } = findCompetition(directory, which);
  const { teams: hasTeams, team, ...definition } = options;
  const given = hasTeams === false ? [] : team;
  const teams = given && teamsOf(directory, given);
  const input = { ...definition, competitionId, teams, actor: 'cli' } as const;
  const document = await competitionOperations.change(hub, input);
  return { document, text: line`Changed the competition ${document.title}.` };
}

async function end(hub: HubConnection, which: string): Promise<Output> {
  const { id: competitionId } = findCompetition(await readCurrent(hub), which);
  const document = await competitionOperations.end(hub, { competitionId, actor: 'cli' });
  const done = document.from === document.to ? 'Cancelled' : 'Ended';
  return { document, text: line`${done} the competition ${document.title}.` };
}

async function list(hub: HubConnection): Promise<Output> {
  const document = await competitionOperations.list(hub);
  const text = table(document.competitions, 'No competitions yet: hub competition create --help', {
    ID: ({ id }) => id,
    TITLE: ({ title }) => title,
    METRIC: ({ metric }) => textOf(metric),
    FROM: ({ from }) => shortTime(from),
    TO: ({ to }) => shortTime(to),
    STATE: ({ state }) => state,
    TEAMS: ({ teams }) =>
      teams.map(({ name, accounts }) => `${name} (${accounts.length})`).join(', ') || null,
  });
  return { document, text };
}

async function show(hub: HubConnection, which: string): Promise<Output> {
  const directory = await readCurrent(hub);
  const document = competitionDocument(directory, findCompetition(directory, which));
  const { title, metric, from, to, state, teams } = document;
  const lines = [
    line`${title}: ${textOf(metric)}, ${shortTime(from)} to ${shortTime(to)}, ${state}`,
    ...teams.map(({ name, accounts }) => {
      return line`${name}: ${accounts.map((account) => account.name ?? account.id).join(', ')}`;
    }),
  ];
  return { document, text: lines.join('\n') };
}

function textOf({ kind, name }: CompetitionDocument['metric']): string {
  return name === null ? kind : `${kind}:${name}`;
}
