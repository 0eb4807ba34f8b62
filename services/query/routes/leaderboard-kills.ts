import { z } from 'zod';
import { gainedKillBoard, killBoard } from '../../../projections/boss-kills/queries/kills-of-accounts.ts';
import { searchedNameLengthMax } from '../../../shared/domain/searched-name.ts';
import { boardRoute } from '../boards/board-route.ts';
import { killsRangeOf, killsRangeParameters } from '../boards/kills-range.ts';
import { invalid } from '../errors/api-error.ts';

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
    ...killsRangeParameters,
  },
  head: { boss: z.string() },
  example: { head: { boss: 'zulrah' }, value: 612 },
  triedQuery: 'boss=zulrah',
  headOf: ({ boss = '' }) => {
    if (boss === '') throw invalid('boss', 'is required');
    return { boss };
  },
  rangeOf: killsRangeOf,
  boardOf: (schema, { boss }, range) =>
    range === null ? killBoard(schema, boss) : gainedKillBoard(schema, boss, range),
});
