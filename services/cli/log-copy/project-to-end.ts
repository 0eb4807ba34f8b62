import { parkedDecisions } from '../../../projections/access/queries/parked-decisions.ts';
import { projections } from '../../../projections/registry.ts';
import { pause } from '../../../shared/async/waiting.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { isKeptForever } from '../../../shared/events/streams.ts';
import type { Journal } from '../../../shared/log/journal.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { Notifications } from '../../../shared/postgres/notifications.ts';
import { versionKey } from '../../../shared/projection/generations/generation.ts';
import { prepareGenerations } from '../../../shared/projection/generations/generations.ts';
import { readParked } from '../../../shared/projection/parking/read-parked.ts';
import { retire } from '../../../shared/projection/replay/retire.ts';
import { runProjections } from '../../../shared/projection/run-projections.ts';
import {
  type ProjectionStatus,
  readProjectionStatus,
} from '../../../shared/projection/upkeep/projection-status.ts';

export interface CatchUpOptions {
  readonly database: Database;
  readonly journal: Journal;
  readonly notifications: Notifications;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Drops generations of other releases that are not at the end of the log. */
  readonly retirePrevious?: boolean;
  /** Whether the move keeps the offsets of all records. */
  readonly keepsOffsets?: boolean;
}

const checkEveryMs = 200;
const stalledAfterMs = 30_000;

/**
 * Projects the log of a stopped hub to its end, in every generation.
 * @throws OperatorError as `untilCaughtUp`, and when the move would change the offsets of parked
 * records
 */
export async function catchUp(options: CatchUpOptions): Promise<void> {
  const { database, journal } = options;
  await prepareGenerations(database, projections);
  const statuses = await readProjectionStatus(database, journal.log);
  for (const status of statuses) refuseUnfit(status);
  await retireOutdated(options, outdatedAmong(statuses));
  const projector = runProjections({ ...options, decisions: parkedDecisions, projections });
  try {
    await untilCaughtUp(options);
  } finally {
    await projector.stop();
  }
  if (options.keepsOffsets !== true) await refuseParked(database);
}

const ours = new Set(projections.map(versionKey));

function isOurs({ name, version }: ProjectionStatus): boolean {
  return ours.has(`${name} ${version}`);
}

function refuseUnfit(status: ProjectionStatus): void {
  const { name, generation, state, stopped_reason: reason } = status;
  if (state === 'building') {
    const finish = isOurs(status) ? `run hub projections rebuild ${name}, or ` : '';
    throw new OperatorError(
      'rebuild_unfinished',
      `generation ${generation} of ${name} is not built to its end: ${finish}cancel it with hub projections rebuild ${name} --cancel, then try again`,
    );
  }
  if (state === 'stopped') {
    throw new OperatorError('projection_stopped', `${name} is stopped: ${reason}`);
  }
}

/** Processes of this release do not project these generations. */
function outdatedAmong(statuses: readonly ProjectionStatus[]): ProjectionStatus[] {
  const built = new Set(statuses.filter(isOurs).map(({ name }) => name));
  return statuses.filter((status) => status.lag_events > 0 && !isOurs(status) && built.has(status.name));
}

async function retireOutdated(
  { database, retirePrevious = false }: CatchUpOptions,
  outdated: readonly ProjectionStatus[],
): Promise<void> {
  if (outdated.length === 0) return;
  if (!retirePrevious) {
    const named = outdated.map(
      ({ name, version, generation }) => `${name} ${version} (generation ${generation})`,
    );
    throw new OperatorError(
      'not_caught_up',
      `this release does not have these versions and cannot bring them to the end of the log: ${named.join(', ')}; the option --retire-previous drops the tables of these versions, and the release that has these versions then builds its tables again`,
    );
  }
  for (const { name, generation } of outdated) await retire(database, name, { generation });
}

/**
 * Waits until every generation is at the end of the log, while a process runs the projections.
 * @throws OperatorError when a generation is being built, is stopped or makes no progress
 */
export async function untilCaughtUp({
  database,
  journal,
  signal,
}: Pick<CatchUpOptions, 'database' | 'journal' | 'signal'>): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let movedAt = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const statuses = await readProjectionStatus(database, journal.log);
    for (const status of statuses) refuseUnfit(status);
    const behind = statuses.filter(({ lag_events: lag }) => lag > 0);
    const [first] = behind;
    if (first === undefined) return;
    const lag = behind.reduce((sum, { lag_events: events }) => sum + events, 0);
    if (lag < least) movedAt = performance.now();
    least = Math.min(least, lag);
    if (performance.now() - movedAt > stalledAfterMs) throw stalled(first);
    await pause(checkEveryMs);
  }
}

function stalled({ name, version, generation, lag_events: lag }: ProjectionStatus): OperatorError {
  return new OperatorError(
    'not_caught_up',
    `generation ${generation} of ${name} (version ${version}) is ${lag} events behind and makes no progress: start the hub, check its log, and try again when hub projections shows no lag`,
  );
}

async function refuseParked(database: Database): Promise<void> {
  const parked = await readParked(database);
  const moving = parked.filter(({ stream }) => !isKeptForever(stream));
  if (moving.length === 0) return;
  throw new OperatorError(
    'records_parked',
    `${moving.length} parked records of ${[...new Set(moving.map(({ projection }) => projection))].join(', ')} wait for a decision, and the move would change their offsets: first use hub parked list, then hub parked retry or hub parked drop`,
  );
}
