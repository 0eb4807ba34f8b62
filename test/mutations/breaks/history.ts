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
    id: 'history-worn-id-is-change',
    file: 'projections/equipment-history/projection.ts',
    replace: 'canonicalItemId(item.id)',
    by: 'item.id + 0 * canonicalItemId(item.id)',
    tests: [
      'projections/equipment-history/fold.test.ts',
      'projections/equipment-history/projection.test.ts',
      'services/ingest/receive/two-plugins.test.ts',
    ],
    reason: 'two plugins that report different ids of the same worn item fill the history with changes',
  },
  {
    id: 'history-unknown-name-stays',
    file: 'projections/equipment-history/projection.ts',
    replace: 'return named === null ? {} :',
    by: 'return named === null || named !== null ? {} :',
    tests: [
      'projections/equipment-history/fold.test.ts',
      'projections/equipment-history/projection.test.ts',
      'services/ingest/receive/two-plugins.test.ts',
    ],
    reason: 'an item that a plugin without names reported first stays unknown in the history',
  },
  {
    id: 'history-refused-xp-for-ever',
    file: 'projections/xp-history/queries/read-skills.ts',
    replace: "(waiting->>'lower_at')::bigint > extract",
    by: "(waiting->>'lower_at')::bigint > 0 * extract",
    tests: ['services/operations/accounts/accept-lower-xp.test.ts'],
    reason: 'a correction takes xp of a special world that was refused long ago',
  },
  {
    id: 'history-refused-xp-first',
    file: 'services/operations/accounts/accept-lower-xp.ts',
    replace: 'own.length > 0 ? own : correctedBy(',
    by: 'own.length > 99 ? own : correctedBy(',
    tests: ['services/operations/accounts/accept-lower-xp.test.ts'],
    reason: 'a correction takes xp of another character although a plugin reported the own lower xp',
  },
  {
    id: 'history-gains-board-in-utc',
    file: 'services/query/routes/leaderboard-gains.ts',
    replace: 'now, asked.tz ?? reader.timeZone)',
    by: "now, 'UTC')",
    tests: ['services/query/routes/leaderboards.test.ts'],
    reason: 'days of the gains board begin in UTC instead of the zone of the reader',
  },
  {
    id: 'history-loot-board-in-utc',
    file: 'services/query/routes/leaderboard-loot.ts',
    replace: 'now, tz ?? reader.timeZone, exactly)',
    by: "now, 'UTC', exactly)",
    tests: ['services/query/routes/leaderboards.test.ts'],
    reason: 'days of the loot board begin in UTC instead of the zone of the reader',
  },
];
