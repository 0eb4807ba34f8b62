import { startPeriodicTask } from '../../async/periodic-task.ts';
import { OperatorError } from '../../errors/errors.ts';
import type { Journal } from '../../log/journal.ts';
import { type AuditAction, type AuditEntryInput, recordInAudit } from '../../log/record-in-audit.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Notifications } from '../../postgres/notifications.ts';
import type { CommitOptions } from '../commit/commit-batch.ts';
import { isAbove, isSameVersion, versionKey } from '../generations/generation.ts';
import { readStoredGenerations, rolesOf, type StoredGeneration } from '../generations/generation-roles.ts';
import { hasNewerWorkers } from '../leases/workers.ts';
import { generationsChanged, onAnnounced } from '../live/announce.ts';
import type { Projection } from '../projection.ts';
import { dropOldPrevious, dropSurplus } from './drop-surplus.ts';
import { promoteOwnVersion } from './promote.ts';
import { rebuildGenerations } from './rebuild/rebuild.ts';

export interface VersionKeeperOptions extends CommitOptions {
  readonly journal: Journal;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
  /** When given, a check also follows when another process ends. */
  readonly notifications?: Notifications;
  /** Ms after a promotion until the previous generation is dropped; never if null or not given. */
  readonly keepPreviousMs?: number | null;
  /** While a version is not live, otherwise four times as long; 5 s when not given. */
  readonly checkEveryMs?: number;
}

const checkVersionsEveryMs = 5_000;
/** While all versions are live, a check comes after this many times `checkEveryMs`. */
const seldomTimes = 4;
/** Shortest time between two checks. */
const changedAgainMs = 500;
const stopWithinMs = 2_000;
/** Small, because folding blocks a process that may also answer requests. */
const batchRecords = 250;

/**
 * Builds the versions of this release in the background, and retries until this succeeds. A version
 * becomes live as `promoteOwnVersion` says. Otherwise an operator verifies and promotes it. While a
 * process has a newer version, an older version is not built: its release is about to end.
 */
export function startVersionKeeper(options: VersionKeeperOptions): { stop(): Promise<void> } {
  const { logger, checkEveryMs = checkVersionsEveryMs } = options;
  const stopping = new AbortController();

  const failing = new Set<string>();

  /**
   * A projection that fails does not stop the builds of the others.
   * @returns whether all versions are live
   */
  async function checkVersions(): Promise<boolean> {
    // A build reads the generations again once it has the lock.
    const generations = await readStoredGenerations(options.database);
    for (const projection of options.projections) {
      const { name } = projection;
      const versions = generations.filter((generation) => generation.projection === name);
      try {
        await keepVersion(options, projection, versions, stopping.signal);
        await dropUnread(options, projection, versions);
        failing.delete(name);
      } catch (error) {
        if (stopping.signal.aborted) return false;
        if (!failing.has(name))
          logger.warn({ err: error, projection: name }, 'a version cannot be built or dropped, trying again');
        failing.add(name);
      }
    }
    return options.projections.every((projection) => isLive(projection, generations));
  }

  let allLiveAt = Number.NEGATIVE_INFINITY;
  const task = startPeriodicTask({
    name: 'check of projection versions',
    run: async () => {
      allLiveAt = Number.NEGATIVE_INFINITY;
      if (await checkVersions()) allLiveAt = performance.now();
    },
    everyMs: checkEveryMs,
    isNeeded: () => performance.now() - allLiveAt >= seldomTimes * checkEveryMs,
    minIntervalMs: changedAgainMs,
    stopWithinMs,
    logger,
  });
  // A projector announces its end, after which tables of this release may become live.
  const { notifications } = options;
  const stopListening =
    notifications === undefined
      ? () => {}
      : onAnnounced(notifications, [generationsChanged], task.requestRun);
  return {
    stop: async () => {
      stopListening();
      stopping.abort();
      await task.stop();
    },
  };
}

async function keepVersion(
  options: VersionKeeperOptions,
  projection: Projection,
  versions: readonly StoredGeneration[],
  signal: AbortSignal,
): Promise<void> {
  const isOlder = versions.some((version) => isAbove(version, projection.version));
  if (isOlder && (await hasNewerWorkers(options.database, projection))) return;
  const isUnbuilt = withVersionOf(projection, versions).every(({ state }) => state === 'building');
  if (isUnbuilt && !(await buildVersion(options, projection, signal))) return;
  if (!isLive(projection, versions)) await promoteVersion(options, projection);
}

async function dropUnread(
  options: VersionKeeperOptions,
  projection: Projection,
  versions: readonly StoredGeneration[],
): Promise<void> {
  const roles = new Set(rolesOf(versions).values());
  const { database, keepPreviousMs } = options;
  const dropped = roles.has('surplus') ? await dropSurplus(database, projection) : [];
  const movedAgoMs = versions[0]?.moved_ago_ms ?? 0;
  if (roles.has('previous') && keepPreviousMs != null && movedAgoMs >= keepPreviousMs)
    dropped.push(...(await dropOldPrevious(database, projection, keepPreviousMs)));
  if (dropped.length === 0) return;
  options.logger.info({ projection: projection.name, dropped }, 'dropped generations that nothing reads');
  await record(options, projection, 'projection-retired', { generations: dropped.map(String) });
}

function withVersionOf(
  { name, version }: Projection,
  versions: readonly StoredGeneration[],
): StoredGeneration[] {
  return versions.filter((other) => other.projection === name && isSameVersion(other, version));
}

function isLive(projection: Projection, versions: readonly StoredGeneration[]): boolean {
  return withVersionOf(projection, versions).some(({ state }) => state === 'live');
}

/** @returns false when another process builds the version */
async function buildVersion(
  options: VersionKeeperOptions,
  projection: Projection,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, decisions, journal, logger } = options;
  const { name } = projection;
  const version = versionKey(projection);
  try {
    const built = await rebuildGenerations({
      isOncePerVersion: true,
      database,
      decisions,
      journal,
      projections: [projection],
      batchRecords: () => batchRecords,
      onBegin: () => {
        const message = 'building the tables of a new version next to the live tables';
        logger.info({ projection: name, version }, message);
      },
      signal,
    });
    if (built.length === 0) return true;
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'already_building') return false;
    throw error;
  }
  await record(options, projection, 'projection-rebuilt', { version });
  logger.info({ projection: name, version }, 'the tables of the new version are ready');
  return true;
}

async function promoteVersion(options: VersionKeeperOptions, projection: Projection): Promise<void> {
  const { database, logger } = options;
  const promotion = await promoteOwnVersion(database, projection);
  if (promotion === null) return;
  const { name } = projection;
  logger.info({ projection: name, ...promotion }, 'the new version is live');
  const { from, to } = promotion;
  await record(options, projection, 'projection-promoted', { from, to });
}

/** A failure of the audit log does not undo the work. */
async function record(
  { journal, logger }: VersionKeeperOptions,
  projection: Projection,
  action: AuditAction,
  details: NonNullable<AuditEntryInput['details']>,
): Promise<void> {
  const { name } = projection;
  try {
    await recordInAudit(journal, { by: 'hub', action, about: [name], details });
  } catch {
    const version = versionKey(projection);
    logger.warn(
      { projection: name, version },
      `the work is done, but the audit log could not take the entry ${action}`,
    );
  }
}
