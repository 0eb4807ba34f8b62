/** The addresses of the pages, for the server and the pages' router. Each address can be shared. */
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
  adminSettings: '/admin/settings',
} as const;
