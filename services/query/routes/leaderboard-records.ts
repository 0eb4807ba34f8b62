import { z } from 'zod';
import { recordBoard } from '../../../projections/xp-records/queries/boards.ts';
import { type RecordPeriod, recordPeriods } from '../../../shared/domain/record-periods.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { boardRoute, skillOfBoard, skillParameter } from '../boards/board-route.ts';

const periods = Object.keys(recordPeriods) as RecordPeriod[];

export const leaderboardRecordsRoute = boardRoute({
  operationId: 'getRecordsLeaderboard',
  path: '/leaderboards/records',
  summary: 'Best gains of a day, a week or a month',
  description:
    'The accounts by their highest gain of one UTC day, of 7 or of 30 UTC days in a skill. `at` is the begin of the range. Equal gains go by name, then id.',
  category: 'stats',
  projection: 'xp-records',
  id: 'RecordsLeaderboard',
  query: {
    skill: skillParameter,
    period: z
      .enum(periods, { error: 'must be day, week or month' })
      .default('day')
      .meta({ description: 'The length of the range: 1, 7 or 30 UTC days.', example: 'week' }),
  },
  head: { skill: z.string(), period: z.string() },
  example: { head: { skill: overall, period: 'week' }, value: 1_402_118 },
  triedQuery: 'period=week',
  headOf: async (query, ...sources) => ({ ...(await skillOfBoard(query, ...sources)), period: query.period }),
  boardOf: (schema, { skill, period }) => recordBoard(schema, skill, period),
});
