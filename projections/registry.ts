import type { Projection } from '../shared/projection/projection.ts';
import { accessProjection } from './access/projection.ts';
import { achievementsProjection } from './account-achievements/projection.ts';
import { accountNamesProjection } from './account-names/projection.ts';
import { accountStateProjection } from './account-state/projection.ts';
import { auditLogProjection } from './audit-log/projection.ts';
import { killsProjection } from './boss-kills/projection.ts';
import { equipmentHistoryProjection } from './equipment-history/projection.ts';
import { eventFeedProjection } from './event-feed/projection.ts';
import { itemStoragesProjection } from './item-storages/projection.ts';
import { locationTrailProjection } from './location-trail/projection.ts';
import { playSessionsProjection } from './play-sessions/projection.ts';
import { tileTrailProjection } from './tile-trail/projection.ts';
import { wealthDaysProjection } from './wealth-days/projection.ts';
import { xpHistoryProjection } from './xp-history/projection.ts';
import { recordsProjection } from './xp-records/projection.ts';

/** All projections that the hub runs. Projections do not import from each other. */
export const projections: readonly Projection[] = [
  accessProjection,
  accountStateProjection,
  eventFeedProjection,
  xpHistoryProjection,
  playSessionsProjection,
  equipmentHistoryProjection,
  wealthDaysProjection,
  locationTrailProjection,
  accountNamesProjection,
  tileTrailProjection,
  auditLogProjection,
  killsProjection,
  itemStoragesProjection,
  achievementsProjection,
  recordsProjection,
];
