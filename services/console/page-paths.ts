/** The addresses of the pages, as the server and the pages' own router both know them. Each can be sent to somebody. */
export const pagePaths = {
  live: '/',
  account: '/accounts/:id',
  events: '/events',
  leaderboards: '/leaderboards',
  compare: '/compare',
} as const;
