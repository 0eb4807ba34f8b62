import type { Registry } from 'prom-client';
import type { DirectoryKeeper } from '../../projections/access/directory/directory.ts';
import { openSessionKeys } from '../../projections/access/visibility/session-keys.ts';
import type { StateCopy } from '../../projections/account-state/queries/state-copy.ts';
import { createCursors } from '../../projections/event-feed/queries/cursor.ts';
import { createEventFeedQueries } from '../../projections/event-feed/queries/event-feed-queries.ts';
import { openFeedHead } from '../../projections/event-feed/queries/feed-head.ts';
import { projections } from '../../projections/registry.ts';
import type { Lifecycle } from '../../shared/async/lifecycle.ts';
import { systemClock } from '../../shared/clock.ts';
import { dayMs } from '../../shared/domain/durations.ts';
import { createFailureNotes } from '../../shared/observability/failure-notes.ts';
import type { Logger } from '../../shared/observability/logger.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { Notifications } from '../../shared/postgres/notifications.ts';
import type { historySettings } from '../../shared/process/settings/retention-settings.ts';
import { tileTrailDaysOf } from '../../shared/process/settings/tile-days.ts';
import { openLiveGenerations } from '../../shared/projection/live/live-generations.ts';
import { openApiKeyUses } from './api-key-use/note-api-key-use.ts';
import { createEventTexts } from './events/event-json-cache.ts';
import { createItemCatalogue } from './items/item-catalogue.ts';
import { createKeptAnswers } from './kept-answers.ts';
import type { QueryServices } from './query-services.ts';
import { createSnapshots } from './snapshot/snapshots.ts';
import { createStatementTurns } from './streams/statement-turns.ts';
import { createStreamLimit } from './streams/stream-limit.ts';

export interface QueryServicesOptions {
  /** For the short statements of requests. */
  readonly database: Database;
  /** For the copies in memory. */
  readonly followerPool: Database;
  readonly notifications: Notifications;
  readonly directory: DirectoryKeeper;
  readonly state: StateCopy;
  readonly hubSecret: Buffer;
  readonly settings: Readonly<Record<keyof typeof historySettings, number>>;
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly lifecycle: Lifecycle;
}

export function openQueryServices(options: QueryServicesOptions): QueryServices {
  const { database, notifications, directory, state, settings, logger, lifecycle } = options;
  const follow = { database: options.followerPool, notifications, logger };
  const generations = openLiveGenerations({ ...follow, projections });
  lifecycle.onClose(generations.close);
  const { horizon } = createEventFeedQueries({ ...follow, generations });
  const head = openFeedHead({ ...follow, generations, readHorizon: horizon });
  lifecycle.onClose(head.close);
  const sessionKeys = openSessionKeys(follow);
  lifecycle.onClose(sessionKeys.close);
  const snapshots = createSnapshots(state);
  lifecycle.onClose(snapshots.close);

  const statementTurns = createStatementTurns();
  const limited = statementTurns.limited(database);
  const keyUses = openApiKeyUses({
    database,
    clock: systemClock,
    noteFailure: createFailureNotes(options, ['key-uses']),
  });
  lifecycle.onClose(keyUses.close);

  return {
    clock: systemClock,
    directory,
    sessionKeys,
    noteKeyUse: keyUses.note,
    state,
    snapshots,
    feed: createEventFeedQueries({ database: limited, generations, head }),
    eventTexts: createEventTexts(),
    cursors: createCursors(options.hubSecret),
    statementTurns,
    keptAnswers: createKeptAnswers(),
    items: createItemCatalogue(limited, state),
    history: {
      sql: limited,
      generations,
      streamLimit: statementTurns.paced(createStreamLimit()),
      xpRawRetentionMs: settings.XP_RAW_RETENTION_DAYS * dayMs,
      locationRetentionMs: settings.LOCATION_RETENTION_DAYS * dayMs,
      tileRetentionMs: tileTrailDaysOf(settings) * dayMs,
    },
  };
}
