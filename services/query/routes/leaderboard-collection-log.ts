import { collectionLogBoard } from '../../../projections/account-achievements/queries/log-board.ts';
import { boardRoute } from '../boards/board-route.ts';

export const leaderboardCollectionLogRoute = boardRoute({
  operationId: 'getCollectionLogLeaderboard',
  path: '/leaderboards/collection-log',
  summary: 'Largest collection logs',
  description:
    'The accounts by `completed` of `/accounts/{id}/collection-log`; `at` is the earliest time of the count. Equal counts go by name, then id. Without `activity`, `at` is the begin of its UTC day.',
  category: 'events',
  projection: 'account-achievements',
  id: 'CollectionLogLeaderboard',
  query: {},
  head: {},
  example: { head: {}, value: 733 },
  headOf: () => ({}),
  boardOf: collectionLogBoard,
});
