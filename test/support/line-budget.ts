/**
 * The most lines of product code that each part may have. A commit that raises a budget says why in
 * a comment at the end of the line. A commit that deletes much code lowers the budget.
 */
export const lineBudget: Readonly<Record<string, number>> = {
  infra: 129,
  'infra/client-package': 333,
  'infra/observability': 845,
  'infra/release': 186, // the files of a release; the commit of an image
  'infra/reference': 883, // sections of settings are in shared/process
  projections: 35, // the list of projections has xp-records
  'projections/access': 5189, // commands and rules of competitions
  'projections/account-achievements': 713, // board; sources of drops; quests and diaries
  'projections/account-names': 53,
  'projections/account-state': 934, // a copy reads its changes in one statement, and rests
  'projections/audit-log': 381, // competitions; the last sign-ins; new values; until
  'projections/boss-kills': 325, // three kinds of messages say a count; ranges; board; places
  'projections/equipment-history': 89, // a worn and a carried id are the same item
  'projections/event-feed': 3561, // drops by source, item, account; their value; first drops
  'projections/item-storages': 261, // writes only items that changed; finds holders
  'projections/location-trail': 257,
  'projections/play-sessions': 356, // time of play by day; online by hour
  'projections/tile-trail': 214,
  'projections/wealth-days': 54,
  'projections/xp-history': 1006, // gains by day, skill, account; gains of all from samples
  'projections/xp-records': 405, // best days by late reports; boards; ranks; gained days
  'services/cli': 8_810, // counts of one; later releases; `log copy`; `competition`; demo
  'services/console': 29_546, // map; boards, bosses of a period; open rows; competitions; until
  'services/demo': 3_790, // banks, counters, kill counts, lists by level, competitions; an admin
  'services/ingest': 9_457,
  'services/operations': 3_475, // activity of members; kinds of reports, older ones; parts of names
  'services/projector': 1_016,
  'services/query': 9_419, // drops, boards, guild; gains of ranges; kept readings; places
  'services/standalone': 493,
  shared: 210,
  'shared/async': 467, // a stop aborts a signal, for five commands
  'shared/backup': 2955,
  'shared/client': 1374,
  'shared/collections': 43, // values that are computed once for an object
  'shared/domain': 1134, // total level; milestones; competitions; lines of CSV
  'shared/errors': 321,
  'shared/events': 1337, // payloads and rules of the same event came from event-feed
  'shared/files': 389,
  'shared/http': 223, // the path of PUBLIC_URL
  'shared/identity': 825,
  'shared/log': 7155, // copies with the same offsets, back to PostgreSQL
  'shared/observability': 171, // Failed work next to requests is logged, counted and reported.
  'shared/postgres': 3010, // migrations wait without holding up readers; ranks of many accounts
  'shared/process': 1620, // stops without an outage; releases; sections of settings
  'shared/projection': 8225, // two releases; rows of all shapes expire; packed lists; late totals
  'shared/runtime': 470, // platform.mjs: what differs on macOS; deletes headers of Node
  'shared/settings': 263, // defaults of settings
};
