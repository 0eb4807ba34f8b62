import { z } from 'zod';
import type { Competition } from '../../../projections/access/model/entities.ts';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import {
  competitionKinds,
  competitionStates,
  competitionsMax,
  endOf,
  exampleCompetitionId,
  isCancelled,
  stateOf,
} from '../../../shared/domain/competition.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { readableTeams, readStandings } from '../competitions/standings.ts';
import { defineRoute } from '../define-route.ts';
import { competitionNotFound } from '../errors/api-error.ts';
import { csvAnswer, dataAnswer } from '../http/answer.ts';
import { AccountRef, accountRef, exampleAccount } from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { openEnum } from '../schemas/open-enum.ts';
import { formatParameter, integer } from '../schemas/parameters.ts';
import { workForAccounts } from '../streams/stream-limit.ts';

const Metric = z
  .object({
    kind: openEnum('CompetitionKind', competitionKinds),
    name: z.string().nullable().meta({ description: 'The skill or the boss; null for drops.' }),
  })
  .meta({ id: 'CompetitionMetric' });

const Team = z.object({ name: z.string(), accounts: z.array(AccountRef) }).meta({ id: 'CompetitionTeam' });

const definition = {
  id: z.string(),
  title: z.string(),
  metric: Metric,
  from: Timestamp,
  to: Timestamp,
  teams: z.array(Team).meta({
    description: 'At most two, with the accounts whose category the key reads. Empty: no teams.',
  }),
  state: openEnum('CompetitionState', competitionStates),
};

const CompetitionSummary = z.object(definition).meta({ id: 'CompetitionSummary' });

const Standing = z
  .object({ rank: Int32.min(1), account: AccountRef, team: z.string().nullable(), value: Int64.min(1) })
  .meta({ id: 'CompetitionStanding' });

const CompetitionInAnswer = z
  .object({ ...definition, standings: z.array(Standing) })
  .meta({ id: 'Competition' });

const example = {
  id: exampleCompetitionId,
  title: 'Slayer week',
  metric: { kind: 'xp', name: 'Slayer' },
  from: '2026-09-07T00:00:00.000Z',
  to: '2026-09-14T00:00:00.000Z',
  teams: [],
  state: 'ended',
};

const csvColumns = ['rank', 'account_id', 'account_name', 'team', 'value'];
const standingsMax = 500;

export const competitionsRoute = defineRoute({
  operationId: 'listCompetitions',
  path: '/competitions',
  tag: 'Leaderboards',
  summary: 'Competitions of the guild',
  description: 'The 100 competitions with the latest end, the latest first, then by title and id.',
  response: envelopeOf(
    'CompetitionsResponse',
    z.object({ competitions: z.array(CompetitionSummary) }).meta({ id: 'Competitions' }),
  ),
  example: exampleOf({ competitions: [example] }),
  handle: ({ reader }, { clock }) => {
    const now = clock();
    const competitions = [...reader.directory.competitions.values()]
      .filter((competition) => !isCancelled(competition))
      .sort((one, other) => endOf(other) - endOf(one) || (orderKey(one) < orderKey(other) ? -1 : 1))
      .slice(0, competitionsMax)
      .map((competition) => summaryOf(reader, competition, now));
    return dataAnswer({ competitions }, now);
  },
});

export const competitionRoute = defineRoute({
  operationId: 'getCompetition',
  path: '/competitions/{id}',
  tag: 'Leaderboards',
  summary: 'A competition with its standings',
  description:
    'The values of the accounts whose category the key reads: `stats` for xp, `events` for kills and drops. Only values above 0, highest first, then by name and id. With teams, only accounts of the teams.',
  params: z.object({
    id: z
      .string()
      .meta({ description: 'The id of the competition, as the list gives it.', example: example.id }),
  }),
  query: z.object({
    limit: integer(1, standingsMax)
      .optional()
      .meta({ description: '1 to 500; 500 when omitted.', example: 50 }),
    format: formatParameter,
  }),
  response: envelopeOf('CompetitionResponse', CompetitionInAnswer),
  example: exampleOf({
    ...example,
    standings: [{ rank: 1, account: exampleAccount, team: null, value: 1_402_118 }],
  }),
  csvColumns,
  statuses: [404],
  kept: 'answer',
  handle: async ({ reader, params: { id }, query }, services) => {
    const now = services.clock();
    const competition = reader.directory.competitions.get(id);
    if (competition === undefined || isCancelled(competition)) throw competitionNotFound;
    const size = { keyId: reader.key.id, accounts: reader.visible.size };
    const ranked = await workForAccounts(services.history.streamLimit, size, () =>
      readStandings(reader, competition, services, now),
    );
    const standings = ranked.slice(0, query.limit ?? standingsMax).flatMap(({ accountId, value }, index) => {
      const account = reader.visible.get(accountId);
      if (account === undefined) return [];
      const team = competition.teams.find(({ accounts }) => accounts.includes(accountId))?.name ?? null;
      return [{ rank: index + 1, account: accountRef(account), team, value }];
    });
    if (query.format === 'csv') return csvAnswer(csvColumns, standings);
    return dataAnswer({ ...summaryOf(reader, competition, now), standings }, now);
  },
});

function summaryOf(
  reader: Reader,
  competition: Competition,
  now: number,
): z.infer<typeof CompetitionSummary> {
  const { id, title, metric, from } = competition;
  return {
    ...{ id, title, metric },
    from: timestamp(from),
    to: timestamp(endOf(competition)),
    teams: readableTeams(reader, competition).map(({ name, accounts }) => {
      return { name, accounts: accounts.map(accountRef) };
    }),
    state: stateOf(competition, now),
  };
}

function orderKey({ title, id }: Competition): string {
  return `${title} ${id}`;
}
