import { z } from 'zod';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { type Ranking, rankGains } from '../../../projections/xp-history/queries/gains.ts';
import { readGains } from '../../../projections/xp-history/queries/read-gains.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { listReadableAccounts } from '../accounts/find-account.ts';
import { csvAnswer } from '../csv/csv-answer.ts';
import { defineRoute } from '../define-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { canonicalSkills } from '../history/xp-series.ts';
import { AccountRef, accountRef } from '../schemas/account-ref.ts';
import { envelopeOf, Timestamp, timestamp } from '../schemas/envelope.ts';
import { formatParameter } from '../schemas/format.ts';
import { PeriodInAnswer, periodParameter, rangeOfPeriod, timeZoneParameter } from '../schemas/period.ts';

const Entry = z
  .object({ rank: Int32.min(1), account: AccountRef, gain: Int64.min(1) })
  .meta({ id: 'GainsEntry' });

const Leaderboard = z.object({ skill: z.string(), entries: z.array(Entry) }).meta({ id: 'SkillLeaderboard' });

const GainsLeaderboards = z
  .object({ period: PeriodInAnswer, from: Timestamp, to: Timestamp, leaderboards: z.array(Leaderboard) })
  .meta({ id: 'GainsLeaderboards' });

/**
 * Reserved for each account in the memory of the key for large answers. This limits leaderboards
 * that are read at the same time.
 */
const bytesPerAccount = 4 * 1_024;

const csvColumns = ['period', 'from', 'to', 'skill', 'rank', 'account_id', 'account_name', 'gain'];

export const leaderboardGainsRoute = defineRoute({
  operationId: 'getGainsLeaderboard',
  path: '/leaderboards/gains',
  tag: 'Leaderboards',
  summary: 'Top ten gainers per skill',
  description:
    'The highest gains of the accounts whose `stats` the key reads. Only gains above 0; equal gains are ordered by ' +
    'account id. Without `skill`: Overall first, then every skill in which somebody gained.',
  describedCategory: 'stats',
  params: null,
  query: z.object({
    skill: z.string().min(1, 'must not be empty').max(64, 'must have at most 64 characters').optional().meta({
      description: 'One skill, case ignored. When omitted, every skill in which somebody gained.',
      sample: 'slayer',
    }),
    period: periodParameter.default('day'),
    tz: timeZoneParameter,
    format: formatParameter,
  }),
  triedQuery: 'period=week',
  response: envelopeOf('GainsLeaderboardsResponse', GainsLeaderboards),
  example: {
    data: {
      period: 'week',
      from: '2026-09-07T18:22:06.800Z',
      to: '2026-09-14T18:22:06.800Z',
      leaderboards: [
        {
          skill: 'Overall',
          entries: [{ rank: 1, account: { id: '4fK2mQ9xTz0b', name: 'Quillon Fen' }, gain: 1_402_118 }],
        },
      ],
    },
    meta: { generated_at: '2026-09-14T18:22:06.800Z' },
  },
  csvColumns,
  statuses: [],
  handle: async ({ reader, query: { skill, period, format, tz } }, { clock, history }) => {
    const now = clock();
    const [wanted] = skill === undefined ? [] : await canonicalSkills(history, reader, [skill], 'skill');
    const accounts = listReadableAccounts(reader, 'stats');
    const range = rangeOfPeriod(period, now, tz ?? reader.timeZone);
    const request = {
      schema: liveSchema(history, 'xp-history'),
      accountIds: accounts.map(({ account }) => account.id),
      ...range,
      now,
      rawKeptFrom: now - history.xpRawRetentionMs,
      movedOnly: true,
    };
    const reservation = await history.streamLimit.reserve(reader.key.id, accounts.length * bytesPerAccount);
    const gains = await history.streamLimit
      .work(() => readGains(history.sql, request))
      .finally(reservation.release);
    const rankings = rankGains(gains);
    const shown = wanted === undefined ? rankings : [only(rankings, wanted)];
    const data = {
      period,
      from: timestamp(range.from),
      to: timestamp(range.to),
      leaderboards: shown.map((ranking) => leaderboard(reader, ranking)),
    };
    if (format === 'csv') {
      return csvAnswer(
        csvColumns,
        data.leaderboards.flatMap(({ skill, entries }) =>
          entries.map(({ rank, account, gain }) => [
            ...[period, data.from, data.to, skill, rank, account.id, account.name, gain],
          ]),
        ),
      );
    }
    return { status: 200, body: { json: { data, meta: { generated_at: timestamp(now) } } } };
  },
});

function only(rankings: readonly Ranking[], skill: string): Ranking {
  return rankings.find((ranking) => ranking.skill === skill) ?? { skill, entries: [] };
}

function leaderboard({ visible }: Reader, { skill, entries }: Ranking): z.infer<typeof Leaderboard> {
  const ranked = entries.flatMap(({ accountId, gain }) => {
    const account = visible.get(accountId);
    return account === undefined ? [] : [{ account: accountRef(account), gain }];
  });
  return { skill, entries: ranked.map((entry, index) => ({ rank: index + 1, ...entry })) };
}
