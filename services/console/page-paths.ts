/** The addresses of the pages, as the server and the pages' own router both know them. Each can be sent to somebody. */
export const pagePaths = {
  live: '/',
  account: '/accounts/:id',
  events: '/events',
  leaderboards: '/leaderboards',
  compare: '/compare',
  signIn: '/sign-in',
  me: '/me',
  adminMembers: '/admin/members',
  adminKeys: '/admin/keys',
  adminHub: '/admin/hub',
  adminAudit: '/admin/audit',
  adminPayloads: '/admin/payloads',
} as const;
