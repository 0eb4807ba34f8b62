import { type Given, given, id, quill } from '../../../projections/access/testing/membership.ts';
import { achievementsProjection } from '../../../projections/account-achievements/projection.ts';
import { accountStateProjection } from '../../../projections/account-state/projection.ts';
import { killsProjection } from '../../../projections/boss-kills/projection.ts';
import { equipmentHistoryProjection } from '../../../projections/equipment-history/projection.ts';
import { eventFeedProjection } from '../../../projections/event-feed/projection.ts';
import { itemStoragesProjection } from '../../../projections/item-storages/projection.ts';
import { locationTrailProjection } from '../../../projections/location-trail/projection.ts';
import { playSessionsProjection } from '../../../projections/play-sessions/projection.ts';
import { tileTrailProjection } from '../../../projections/tile-trail/projection.ts';
import { wealthDaysProjection } from '../../../projections/wealth-days/projection.ts';
import { xpHistoryProjection } from '../../../projections/xp-history/projection.ts';
import { recordsProjection } from '../../../projections/xp-records/projection.ts';
import type { Category } from '../../../shared/domain/category.ts';

/**
 * The clock of a test API with `history`, epoch ms. Only timeouts of open sessions use the clock of
 * the database.
 */
export const now = Date.UTC(2026, 8, 14, 18, 22, 6, 800);
export const iso = (ms: number): string => new Date(ms).toISOString();
export const notFound = JSON.stringify({ error: { code: 'not_found', message: 'Account not found.' } });

export const historyProjections = [
  accountStateProjection,
  xpHistoryProjection,
  playSessionsProjection,
  equipmentHistoryProjection,
  wealthDaysProjection,
  locationTrailProjection,
  tileTrailProjection,
  eventFeedProjection,
  killsProjection,
  itemStoragesProjection,
  achievementsProjection,
  recordsProjection,
];

const bram = id(2);
const hiddenCategories: readonly Category[] = [
  'stats',
  'events',
  'location_live',
  'location_history',
  'equipment',
  'inventory',
];

/** `hidden` shares only `activity`, so only the sessions of its history are readable. */
export const historyGuild: readonly Given[] = [
  given.member(quill, 'Quill'),
  given.member(bram, 'Bram'),
  ...(
    [
      ['a', quill, 'Quillon Fen'],
      ['b', bram, 'Bram Oak'],
      ['hidden', bram, 'Hidden One'],
    ] as const
  ).flatMap(([account, owner, name]) => [given.identity(account, owner), given.description(account, name)]),
  ...hiddenCategories.map((category) => given.sharing('hidden', { category, audience: 'private', with: [] })),
];
