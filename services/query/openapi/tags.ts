/** Headings of the documentation, modules of generated clients. */
const descriptions = {
  Accounts: 'Players, and the present state of each account.',
  Events: 'Game events, as a feed to follow.',
  Xp: 'Xp over time, and what was gained.',
  History: 'Sessions, gear, wealth and places of an account over time.',
  Leaderboards: 'The highest gains and the most valuable drops.',
  Hub: 'The key of the request, members, and this document.',
} as const;

export type Tag = keyof typeof descriptions;

export const tags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));
