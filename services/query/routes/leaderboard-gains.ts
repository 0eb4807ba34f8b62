import { z } from 'zod';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { type Ranking, rankGains } from '../../../projections/xp-history/queries/gains.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { findReadableAccount, orderOfAccounts, rankedAccounts } from '../accounts/find-account.ts';
import { rankedParts } from '../boards/ranked-parts.ts';
import { defineRoute } from '../define-route.ts';
import { readGainsOfAccounts } from '../history/gains-of-accounts.ts';
import { canonicalSkills } from '../history/xp-series.ts';
import { csvAnswer, dataAnswer } from '../http/answer.ts';
import {
  AccountRef,
  accountIdForm,
  accountRef,
  exampleAccount,
  exampleAccountId,
  ListedAccountId,
} from '../schemas/account-ref.ts';
import { envelopeOf, exampleOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { commaList, formatParameter, integer } from '../schemas/parameters.ts';
import { boardPeriodParameter, PeriodInAnswer, rangeOfBoard, timeZoneParameter } from '../schemas/period.ts';
import { type RangeQuery, rangeParameters } from '../schemas/time-range.ts';
import { workForAccounts } from '../streams/stream-limit.ts';

const Entry = z
  .object({ rank: Int32.min(1), account: AccountRef, gain: Int64.min(1) })
  .meta({ id: 'GainsEntry' });

const Leaderboard = z
  .object({
    skill: z.string(),
    entries: z.array(Entry),
    around: z.array(Entry).optional().meta({
      description: 'Only with the parameter `around`. Empty when its account is not on the board.',
    }),
  })
  .meta({ id: 'SkillLeaderboard' });

const GainsLeaderboards = z
  .object({
    period: PeriodInAnswer,
    from: Timestamp,
    to: Timestamp,
    leaderboards: z.array(Leaderboard),
  })
  .meta({ id: 'GainsLeaderboards' });

const limitDefault = 10;

const csvColumns = ['period', 'from', 'to', 'skill', 'rank', 'account_id', 'account_name', 'gain'];

export const leaderboardGainsRoute = defineRoute({
  operationId: 'getGainsLeaderboard',
  path: '/leaderboards/gains',
  tag: 'Leaderboards',
  summary: 'Top gainers per skill',
  description:
    'The highest gains of the accounts whose `stats` the key reads. Only gains above 0. Equal gains are ordered by ' +
    'account id, and with `from`, `to`, `accounts`, `limit` or `around` by name and then id. Without `skill`: Overall first, then every skill in which somebody gained.',
  describedCategory: 'stats',
  query: z.object({
    skill: z.string().min(1, 'must not be empty').max(64, 'must have at most 64 characters').optional().meta({
      description: 'One skill, case ignored. When omitted, every skill in which somebody gained.',
      sample: 'slayer',
    }),
    period: boardPeriodParameter,
    from: rangeParameters.from.meta({
      description: 'Start of an explicit range, not after `to`. The first report when only `to` is given.',
    }),
    to: rangeParameters.to.meta({ description: 'End of an explicit range; now when omitted.' }),
    accounts: commaList(ListedAccountId, { max: 100, whenEmpty: 'omitted', form: accountIdForm }).meta({
      description: 'Comma list of account ids: ranks only these. When omitted, every account.',
      sample: exampleAccountId,
    }),
    limit: integer(1, 500).optional().meta({ description: '1 to 500; 10 when omitted.', example: 50 }),
    around: ListedAccountId.optional().meta({
      description: 'An account id. `around` of each board has its entry and two neighbours on each side.',
      sample: exampleAccountId,
    }),
    tz: timeZoneParameter,
    format: formatParameter,
  }),
  triedQuery: 'period=week',
  response: envelopeOf('GainsLeaderboardsResponse', GainsLeaderboards),
  example: exampleOf({
    period: 'week',
    from: '2026-09-07T18:22:06.800Z',
    to: '2026-09-14T18:22:06.800Z',
    leaderboards: [
      {
        skill: 'Overall',
        entries: [{ rank: 1, account: exampleAccount, gain: 1_402_118 }],
      },
    ],
  }),
  csvColumns,
  statuses: [404],
  kept: 'answer',
  handle: async ({ reader, query: asked }, { clock, history }) => {
    const { skill, format, accounts: team, limit = limitDefault, around } = asked;
    const now = clock();
    const { period, ...range } = rangeOfBoard(asked, now, asked.tz ?? reader.timeZone);
    const [wanted] = skill === undefined ? [] : await canonicalSkills(history, reader, [skill], 'skill');
    const accounts = rankedAccounts(reader, team, 'stats');
    if (around !== undefined) findReadableAccount(reader, around, 'stats');
    const order = isAsBefore(asked) ? byId : orderOfAccounts(reader);
    const accountIds = accounts.map(({ account }) => account.id).sort(order);
    const request = { accountIds, skill: wanted, ...range, now };
    const size = { keyId: reader.key.id, accounts: accounts.length };
    const gains = await workForAccounts(history.streamLimit, size, () =>
      readGainsOfAccounts(history, request),
    );
    const rankings = rankGains(gains);
    const shown = wanted === undefined ? rankings : [only(rankings, wanted)];
    const data = {
      period,
      from: timestamp(range.from),
      to: timestamp(range.to),
      leaderboards: shown.map((ranking) => leaderboard(reader, ranking, limit, around)),
    };
    if (format !== 'csv') return dataAnswer(data, now);
    const { leaderboards, ...head } = data;
    const lines = leaderboards.flatMap(({ skill, entries }) =>
      entries.map((entry) => ({ ...head, skill, ...entry })),
    );
    return csvAnswer(csvColumns, lines);
  },
});

function only(rankings: readonly Ranking[], skill: string): Ranking {
  return rankings.find((ranking) => ranking.skill === skill) ?? { skill, entries: [] };
}

function leaderboard(
  { visible }: Reader,
  { skill, entries }: Ranking,
  limit: number,
  around: string | undefined,
): z.infer<typeof Leaderboard> {
  const { first, near } = rankedParts(entries, limit, ({ account_id: id }) => id === around);
  const shown = (part: typeof first) =>
    part.flatMap(({ rank, row: { account_id: id, gain } }) => {
      const account = visible.get(id);
      return account === undefined ? [] : [{ rank, account: accountRef(account), gain }];
    });
  return { skill, entries: shown(first), ...(around !== undefined && { around: shown(near) }) };
}

type Asked = RangeQuery & {
  readonly accounts?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly around?: string | undefined;
};

/** Answers to requests without newer parameters keep their order of equal gains. */
function isAsBefore({ from, to, accounts, limit, around }: Asked): boolean {
  return [from, to, accounts, limit, around].every((value) => value === undefined);
}

const byId = (left: string, right: string): number => (left < right ? -1 : 1);
