import { z } from 'zod';
import { readPlayedDays } from '../../../projections/play-sessions/queries/read-played-days.ts';
import { readGainsOfDays } from '../../../projections/xp-history/queries/read-gains-of-days.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import { Int32, Int64 } from '../../../shared/domain/integer-schemas.ts';
import { localYear, startsOfLocalDays } from '../../../shared/domain/local-day.ts';
import { canonicalTimeZone } from '../../../shared/domain/member.ts';
import { utcDay } from '../../../shared/domain/utc-day.ts';
import { accountDataRoute } from '../accounts/account-data-route.ts';
import { liveSchema } from '../history/history-sources.ts';
import { integer } from '../schemas/parameters.ts';
import { timeZoneParameter } from '../schemas/period.ts';

const ActivityDay = z
  .object({
    day: z.iso.date(),
    minutes: Int32.nonnegative(),
    sessions: Int32.min(1).meta({ description: 'A session that spans midnight counts on both days.' }),
    xp: Int64.nonnegative().nullable().optional().meta({
      description:
        'Xp gained in all skills. Left out without `stats`; null for a day before the first report of xp.',
    }),
  })
  .meta({ id: 'ActivityDay' });

export const accountActivityDaysRoute = accountDataRoute({
  operationId: 'getAccountActivityDays',
  path: '/accounts/{id}/activity-days',
  tag: 'History',
  summary: 'Minutes of play and gained xp of an account per day',
  description:
    'The days of a year on which the account was in the game, oldest first. Play on special worlds counts. `xp` is the gain of that day; it is there when the key also reads `stats`.',
  category: 'activity',
  query: {
    year: integer(1970, 9999)
      .optional()
      .meta({ description: 'The present year when omitted.', example: 2026 }),
    tz: timeZoneParameter.meta({
      description:
        "The IANA time zone in which days begin, instead of the zone of the key's creator; UTC for a service key.",
    }),
  },
  id: 'ActivityDays',
  fields: { year: Int32, tz: z.string(), days: z.array(ActivityDay) },
  example: {
    year: 2026,
    tz: 'Europe/Amsterdam',
    days: [{ day: '2026-09-14', minutes: 98, sessions: 2, xp: 128_400 }],
  },
  csvColumns: Object.keys(ActivityDay.shape),
  linesOf: ({ days }) => days,
  read: async ({ reader, account, accountId, query, now }, { history }) => {
    const tz = (query.tz === undefined ? null : canonicalTimeZone(query.tz)) ?? reader.timeZone;
    const year = query.year ?? localYear(now, tz);
    const starts = startsOfLocalDays(year, tz);
    const of = { accountId, starts };
    const played = await readPlayedDays(history.sql, { schema: liveSchema(history, 'play-sessions'), ...of });
    const schema = liveSchema(history, 'xp-history');
    const rawKeptFrom = now - history.xpRawRetentionMs;
    const gains = hasCategory(account.readable, 'stats')
      ? await readGainsOfDays(history.sql, { schema, ...of, now, rawKeptFrom })
      : null;
    const days = played.map(({ day, playedMs, sessions }) => ({
      day: utcDay(Date.UTC(year, 0, 1) + (day - 1) * dayMs),
      minutes: Math.round(playedMs / minuteMs),
      sessions,
      ...(gains !== null && { xp: gains[day - 1] ?? null }),
    }));
    return { readAt: now, year, tz, days };
  },
});
