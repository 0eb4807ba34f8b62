import { z } from 'zod';
import { gainedKillBoard, killBoard } from '../../../projections/boss-kills/queries/kill-board.ts';
import { openEnd } from '../../../projections/boss-kills/queries/read-gained-kills.ts';
import { searchedNameLengthMax } from '../../../shared/domain/searched-name.ts';
import { startOfBucket } from '../../../shared/domain/xp-resolution.ts';
import { boardRoute } from '../boards/board-route.ts';
import { invalid } from '../errors/api-error.ts';
import { boardPeriodParameter, rangeOfBoard, timeZoneParameter } from '../schemas/period.ts';
import { rangeParameters } from '../schemas/time-range.ts';

export const leaderboardKillsRoute = boardRoute({
  operationId: 'getKillsLeaderboard',
  path: '/leaderboards/kills',
  summary: 'Most kills of a boss',
  description:
    'The accounts by their kill count of a boss, which `/accounts/{id}/kills` answers; `at` is its earliest time. With a period or a range, the kills in it, and `at` is the begin of the newest 5 minutes with a kill. Empty for an unknown boss. Equal counts go by name, then id. Without `activity`, `at` is the begin of its UTC day.',
  category: 'events',
  projection: 'boss-kills',
  id: 'KillsLeaderboard',
  query: {
    boss: z
      .string()
      .max(searchedNameLengthMax, `must have at most ${searchedNameLengthMax} characters`)
      .optional()
      .meta({ description: 'The name of the boss, case ignored.', required: true, example: 'zulrah' }),
    period: boardPeriodParameter.meta({
      description: 'The kills in a period. Not together with `from` or `to`.',
      default: undefined,
    }),
    from: rangeParameters.from.meta({
      description:
        'The kills from here on, cut to whole 5 minutes. The first report when only `to` is given.',
    }),
    to: rangeParameters.to.meta({ description: 'The kills before here, cut to whole 5 minutes.' }),
    tz: timeZoneParameter,
  },
  head: { boss: z.string() },
  example: { head: { boss: 'zulrah' }, value: 612 },
  triedQuery: 'boss=zulrah',
  headOf: ({ boss = '' }) => {
    if (boss === '') throw invalid('boss', 'is required');
    return { boss };
  },
  rangeOf: ({ tz, ...query }, now, reader) => {
    const { period, from, to } = query;
    if (period === undefined && from === undefined && to === undefined) return null;
    const range = rangeOfBoard(query, now, tz ?? reader.timeZone);
    return { from: startOfBucket(range.from), to: to === undefined ? openEnd : range.to };
  },
  boardOf: (schema, { boss }, range) =>
    range === null ? killBoard(schema, boss) : gainedKillBoard(schema, boss, range),
});
