import { z } from 'zod';
import { levelBoard } from '../../../projections/xp-records/queries/boards.ts';
import { overall } from '../../../shared/domain/skill.ts';
import { boardRoute, skillOfBoard, skillParameter } from '../boards/board-route.ts';

export const leaderboardLevelsRoute = boardRoute({
  operationId: 'getLevelsLeaderboard',
  path: '/leaderboards/levels',
  summary: 'Highest levels',
  description:
    'The accounts by their level in a skill, 1 to 99, or by their total level; `at` is when the level was reached, null when before the first report. Equal levels go by name, then id. Without `activity`, `at` is the begin of its UTC day.',
  category: 'stats',
  projection: 'xp-records',
  id: 'LevelsLeaderboard',
  query: { skill: skillParameter },
  head: { skill: z.string() },
  example: { head: { skill: overall }, value: 2_051 },
  triedQuery: 'skill=slayer',
  headOf: skillOfBoard,
  boardOf: (schema, { skill }) => levelBoard(schema, skill),
});
