import { openStateCopy } from '../../projections/account-state/state-copy.ts';
import { createCursors } from '../../projections/event-feed/cursor.ts';
import { createEventFeedQueries } from '../../projections/event-feed/queries/event-feed-queries.ts';
import { systemClock } from '../../shared/clock.ts';
import type { Lifecycle } from '../../shared/lifecycle.ts';
import type { Logger } from '../../shared/logger.ts';
import { openQueryPool } from '../../shared/postgres/query-pool.ts';
import { openLiveGenerations } from '../../shared/projection/live-generations.ts';
import type { QueryServices } from '../query/query-services.ts';
import { createSnapshots } from '../query/snapshot/snapshots.ts';
import { createStreamSlots } from '../query/streams/stream-slots.ts';
import type { HubCore } from './open-core.ts';
import type { StandaloneSettings } from './settings.ts';

const connectionsMax = 8;
const dayMs = 86_400_000;

/** Opens what the routes of the read API ask. */
export function openQueryServices(
  core: HubCore,
  settings: StandaloneSettings,
  logger: Logger,
  lifecycle: Lifecycle,
): QueryServices {
  const { database, notifications, directory, hubSecret } = core;
  const pool = openQueryPool({ url: core.databaseUrl, name: 'api', maxConnections: connectionsMax });
  lifecycle.onClose(pool.close);
  const generations = openLiveGenerations({ database, notifications, logger });
  lifecycle.onClose(generations.close);
  const state = openStateCopy({ database, notifications, logger });
  lifecycle.onClose(state.close);
  const snapshots = createSnapshots(state);
  lifecycle.onClose(snapshots.close);

  return {
    clock: systemClock,
    directory,
    state,
    snapshots,
    feed: createEventFeedQueries({ pool, generations }),
    cursors: createCursors(hubSecret),
    history: {
      sql: database,
      generations,
      slots: createStreamSlots(),
      xpRawRetentionMs: settings.XP_RAW_RETENTION_DAYS * dayMs,
      locationRetentionMs: settings.LOCATION_RETENTION_DAYS * dayMs,
    },
  };
}
