import type { Route } from './define-route.ts';
import { accountRoute } from './routes/account.ts';
import { accountActivityDaysRoute } from './routes/account-activity-days.ts';
import { accountBankRoute } from './routes/account-bank.ts';
import { accountCollectionLogRoute } from './routes/account-collection-log.ts';
import { accountDropsRoute } from './routes/account-drops.ts';
import { accountEquipmentHistoryRoute } from './routes/account-equipment-history.ts';
import { accountGainsRoute } from './routes/account-gains.ts';
import { accountKillsRoute } from './routes/account-kills.ts';
import { accountLocationsRoute } from './routes/account-locations.ts';
import { accountProgressRoute } from './routes/account-progress.ts';
import { accountRecordsRoute } from './routes/account-records.ts';
import { accountSessionsRoute } from './routes/account-sessions.ts';
import { accountWealthRoute } from './routes/account-wealth.ts';
import { accountXpRoute } from './routes/account-xp.ts';
import { accountsRoute } from './routes/accounts.ts';
import { competitionRoute, competitionsRoute } from './routes/competitions.ts';
import { eventsRoute } from './routes/events.ts';
import { guildRoute } from './routes/guild.ts';
import { itemsRoute } from './routes/items.ts';
import { leaderboardBossesRoute } from './routes/leaderboard-bosses.ts';
import { leaderboardCollectionLogRoute } from './routes/leaderboard-collection-log.ts';
import { leaderboardGainsRoute } from './routes/leaderboard-gains.ts';
import { leaderboardKillsRoute } from './routes/leaderboard-kills.ts';
import { leaderboardLevelsRoute } from './routes/leaderboard-levels.ts';
import { leaderboardLootRoute } from './routes/leaderboard-loot.ts';
import { leaderboardRecordsRoute } from './routes/leaderboard-records.ts';
import { locationsRoute } from './routes/locations.ts';
import { meRoute } from './routes/me.ts';
import { memberRoute } from './routes/member.ts';
import { snapshotRoute } from './routes/snapshot.ts';
import { xpRoute } from './routes/xp.ts';

/** Endpoints that need a key, in the order of the document. */
const declared = [
  meRoute,
  accountsRoute,
  accountRoute,
  snapshotRoute,
  accountXpRoute,
  xpRoute,
  accountGainsRoute,
  accountRecordsRoute,
  eventsRoute,
  accountSessionsRoute,
  accountActivityDaysRoute,
  accountEquipmentHistoryRoute,
  accountWealthRoute,
  accountDropsRoute,
  accountKillsRoute,
  accountBankRoute,
  itemsRoute,
  accountCollectionLogRoute,
  accountProgressRoute,
  accountLocationsRoute,
  locationsRoute,
  guildRoute,
  leaderboardGainsRoute,
  leaderboardLootRoute,
  leaderboardLevelsRoute,
  leaderboardRecordsRoute,
  leaderboardKillsRoute,
  leaderboardBossesRoute,
  leaderboardCollectionLogRoute,
  competitionsRoute,
  competitionRoute,
  memberRoute,
] as const;

/** With the types of their paths, parameters and answers. */
export type DeclaredRoute = (typeof declared)[number];
export const routes: readonly Route[] = declared;
