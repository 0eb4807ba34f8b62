export const pagePaths = {
  /** Leads to another page. */
  start: '/',
  guild: '/guild',
  live: '/map',
  players: '/players',
  account: '/accounts/:id',
  events: '/events',
  leaderboards: '/leaderboards',
  competitions: '/competitions',
  competition: '/competitions/:id',
  compare: '/compare',
  items: '/items',
  signIn: '/sign-in',
  me: '/me',
  adminMembers: '/admin/members',
  adminKeys: '/admin/keys',
  adminHub: '/admin/hub',
  adminAudit: '/admin/audit',
  adminPayloads: '/admin/payloads',
  adminSettings: '/admin/settings',
} as const;

/** The overview has the address of the account; each other tab has an address below. */
export const accountTabs = [
  'drops',
  'collection-log',
  'kills',
  'progress',
  'records',
  'history',
  'bank',
] as const;
export type AccountTab = (typeof accountTabs)[number];

/** The patterns of all addresses that serve a page. */
export const pagePatterns: readonly string[] = [
  ...Object.values(pagePaths),
  ...accountTabs.map((tab) => `${pagePaths.account}/${tab}`),
];
