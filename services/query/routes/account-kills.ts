import { z } from 'zod';
import { bossesMax } from '../../../projections/boss-kills/projection.ts';
import { openEnd } from '../../../projections/boss-kills/queries/kills-of-accounts.ts';
import { readKills } from '../../../projections/boss-kills/queries/read-kills.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { startOfBucket } from '../../../shared/domain/xp-resolution.ts';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { orderOfAccounts, rankedIds } from '../accounts/find-account.ts';
import { liveSchema } from '../history/history-sources.ts';
import { Timestamp, timestampOrNull } from '../schemas/envelope.ts';
import { integer } from '../schemas/parameters.ts';
import { shownTimeOf } from '../schemas/shown-time.ts';
import { eventRangeOf, eventRangeParameters } from '../schemas/time-range.ts';

const BossKills = z
  .object({
    name: z.string(),
    kills: Int32.nullable(),
    updated_at: Timestamp.nullable(),
    best_ms: Int32.nullable(),
    best_at: Timestamp.nullable(),
    gained: Int64.nullable(),
    rank: Int32.min(1).nullable(),
  })
  .meta({ id: 'BossKills' });

export const accountKillsRoute = accountDataRoute({
  operationId: 'getAccountKills',
  path: '/accounts/{id}/kills',
  tag: 'Events',
  summary: 'Kill counts and best times of an account',
  description:
    'The highest count and the best time of each boss that plugins reported, most kills first. `rank` is the place on the board of the boss. `gained` counts the kills in the range, cut to whole 5 minutes; null without a range. Names are as the plugins say them. `bosses` is null when no count was ever sent. Without `activity`, `updated_at` is the begin of its UTC day.',
  category: 'events',
  query: {
    ...eventRangeParameters,
    limit: integer(1, bossesMax)
      .optional()
      .meta({ description: '1 to 1000; 1000 when omitted.', example: 50 }),
  },
  id: 'Kills',
  fields: { bosses: z.array(BossKills).nullable() },
  example: {
    bosses: [
      {
        name: 'Zulrah',
        kills: 612,
        updated_at: '2026-09-14T17:01:44.120Z',
        best_ms: 56_400,
        best_at: '2026-09-13T20:00:56.400Z',
        gained: null,
        rank: 3,
      },
    ],
  },
  csvColumns: Object.keys(BossKills.shape),
  linesOf: ({ bosses }) => bosses,
  read: async ({ reader, account, accountId, query }, { history }) => {
    const shownTime = shownTimeOf(account);
    const found = await readKills(history.sql, {
      schema: liveSchema(history, 'boss-kills'),
      accountId,
      ranked: rankedIds(reader, 'events'),
      compareIds: orderOfAccounts(reader),
      limit: query.limit ?? bossesMax,
      range: rangeOf(query),
    });
    const bosses = found.map((boss) => ({
      ...boss,
      updated_at: shownTime(boss.updated_at),
      best_at: timestampOrNull(boss.best_at),
    }));
    return { bosses: bosses.length === 0 ? null : bosses };
  },
});

function rangeOf(query: Parameters<typeof eventRangeOf>[0]) {
  const { from, to } = eventRangeOf(query);
  if (from === null && to === null) return null;
  return { from: startOfBucket(from ?? 0), to: to === null ? openEnd : startOfBucket(to) };
}
