import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../../projections/registry.ts';
import { pollUntil } from '../../../shared/async/waiting.ts';
import type { ContinuedLog } from '../../../shared/backup/taking/continued-log.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { type Partition, partitionName } from '../../../shared/events/streams.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { openNotifications } from '../../../shared/postgres/notifications.ts';
import {
  type ProjectionPosition,
  readPositions,
} from '../../../shared/projection/replay/verify/digest-live-tables.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';

/** Projections of a backup that are folded only up to a position. */
export interface FollowedBackup {
  /**
   * Calls `ask` until all its positions are at or after the positions of these projections.
   * @throws OperatorError after a minute
   */
  ahead(ask: () => Promise<readonly ProjectionPosition[]>): Promise<readonly ProjectionPosition[]>;
  /**
   * Folds up to the positions.
   * @throws OperatorError after ten minutes, or for a position that these projections have passed
   */
  reach(positions: readonly ProjectionPosition[]): Promise<void>;
  stop(): Promise<void>;
}

const aheadWithinMs = 60_000;
const reachWithinMs = 600_000;
const checkEveryMs = 50;

/**
 * Projects further records into the scratch database, from the positions of its live generations.
 */
export async function followBackup(options: {
  readonly scratch: Database;
  readonly journal: Journal;
  readonly continued: ContinuedLog;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}): Promise<FollowedBackup> {
  const { scratch, journal, continued, logger, signal } = options;
  const notifications = openNotifications(scratch, logger);
  const keyOf = (name: string, place: Partition) => `${name} ${partitionName(place)}`;
  const now = async () => positionsBy(await readPositions(scratch, projections));
  const positionsBy = (positions: readonly ProjectionPosition[]) =>
    new Map(positions.map((position) => [keyOf(position.name, position), position.offset]));
  const bounds = await now();
  // Projections in a snapshot may be at different positions of a stream.
  const projectors = projections.map((projection) => {
    const log = continued.upTo((place) => bounds.get(keyOf(projection.name, place)) ?? 0);
    return runProjections({
      database: scratch,
      journal: { ...journal, log },
      projections: [projection],
      notifications,
      decisions: parkedDecisions,
      logger,
    });
  });

  const isAtLeast = (positions: readonly ProjectionPosition[], least: ReadonlyMap<string, number>) =>
    positions.every((position) => position.offset >= (least.get(keyOf(position.name, position)) ?? 0));

  return {
    ahead: async (ask) => {
      const found = await pollUntil(
        async () => {
          const positions = await ask();
          return isAtLeast(positions, bounds) ? positions : null;
        },
        { withinMs: aheadWithinMs, everyMs: checkEveryMs, signal },
      );
      signal.throwIfAborted();
      if (found === null)
        throw positionsDiffer('the live tables make no progress: hub projections shows which');
      return found;
    },
    reach: async (positions) => {
      if (!isAtLeast(positions, bounds)) throw positionsDiffer('the live tables went back to an older state');
      const wanted = positionsBy(positions);
      for (const [key, offset] of wanted) bounds.set(key, offset);
      const reached = await pollUntil(
        async () => {
          const at = await now();
          return [...wanted].every(([key, offset]) => at.get(key) === offset) ? true : null;
        },
        { withinMs: reachWithinMs, everyMs: checkEveryMs, signal },
      );
      signal.throwIfAborted();
      if (reached === null) throw positionsDiffer('the tables of the backup did not reach the live tables');
    },
    stop: async () => {
      await Promise.all(projectors.map((projector) => projector.stop()));
      await notifications.close();
    },
  };
}

function positionsDiffer(why: string): OperatorError {
  return new OperatorError(
    'not_level',
    `the backup and the hub did not reach the same position of the log: ${why}`,
  );
}
