/** The content of the tables of a projection, in the words of a player. */
const titles: Readonly<Record<string, string>> = {
  access: 'Members, accounts and keys',
  'account-state': 'Players as they are now',
  'event-feed': 'Events and drops',
  'xp-history': 'Xp over time',
  'play-sessions': 'Play sessions',
  'equipment-history': 'Gear over time',
  'wealth-days': 'Wealth by day',
  'location-trail': 'Trails',
  'account-names': 'Earlier names',
  'tile-trail': 'Every walked tile',
  'audit-log': 'Audit log',
  'boss-kills': 'Kills of bosses',
  'item-storages': 'Banks and storages',
  'account-achievements': 'Collection logs, quests and diaries',
  'xp-records': 'Best days and milestones',
};

/** @param name of a projection */
export function tableTitle(name: string): string {
  return titles[name] ?? name;
}
