import type { Break } from '../break.ts';

export const historyBreaks: readonly Break[] = [
  {
    id: 'history-gains-at-start',
    file: 'projections/xp-history/queries/read-gains.ts',
    replace: 'and skill.at >= $2::bigint',
    by: 'and skill.at > $2::bigint',
    tests: ['projections/xp-history/projection.test.ts'],
    reason: 'gains leave out an account whose newest xp lies exactly on the start of the range',
  },
  {
    id: 'history-gains-board-in-utc',
    file: 'services/query/routes/leaderboard-gains.ts',
    replace: 'rangeOfPeriod(period, now, tz ?? reader.timeZone)',
    by: "rangeOfPeriod(period, now, 'UTC')",
    tests: ['services/query/routes/leaderboards.test.ts'],
    reason: 'days of the gains board begin in UTC instead of the zone of the reader',
  },
  {
    id: 'history-loot-board-in-utc',
    file: 'services/query/routes/leaderboard-loot.ts',
    replace: 'rangeOfPeriod(period, now, tz ?? reader.timeZone)',
    by: "rangeOfPeriod(period, now, 'UTC')",
    tests: ['services/query/routes/leaderboards.test.ts'],
    reason: 'days of the loot board begin in UTC instead of the zone of the reader',
  },
];
