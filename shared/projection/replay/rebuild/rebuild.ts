import { OperatorError } from '../../../errors/errors.ts';
import { partitionName, type StreamName } from '../../../events/streams.ts';
import { logDamagedCode, type PartitionEnds } from '../../../log/event-log.ts';
import type { Journal } from '../../../log/journal.ts';
import type { Database } from '../../../postgres/database.ts';
import type { CommitOptions } from '../../commit/commit-batch.ts';
import { type Generation, isSameVersion } from '../../generations/generation.ts';
import { readStoredGenerations } from '../../generations/generation-roles.ts';
import { announce, generationsChanged } from '../../live/announce.ts';
import type { Projection, ProjectionName } from '../../projection.ts';
import { type BuildLock, takeBuildLock } from './build-lock.ts';
import { type Building, finishBuilding, openBuilding } from './building-generation.ts';
import { makeDeferredIndexes } from './deferred-indexes.ts';
import { dropGeneration } from './drop-generation.ts';
import { bulkLoad, placesOf } from './load-from-log.ts';
import { createLoadLimit } from './load-limit.ts';
import { createProgressMeter, type RebuildProgress } from './progress-meter.ts';
import { logIncompleteCode } from './require-complete-log.ts';
import { createRetryingJournal } from './retrying-journal.ts';

export interface RebuildOptions extends CommitOptions {
  readonly journal: Journal;
  readonly projections: readonly Projection[];
  /** Records per second. */
  readonly rate?: number | undefined;
  /** Does not slow down for a running hub. */
  readonly fullSpeed?: boolean | undefined;
  /** The rebuild slows down for the hub of this database; `database` when not given. */
  readonly hubDatabase?: Database;
  /**
   * Builds only projections whose version is not built yet. Otherwise, a version gets another
   * generation each time.
   */
  readonly isOncePerVersion?: boolean;
  /** Records of the next batch. When not given, 10,000, or 250 next to a running hub. */
  readonly batchRecords?: () => number;
  /** Records that are loaded and folded at once; 1,000 when not given. */
  readonly pageRecords?: number;
  /** Ends the rebuild between two batches. The next call continues from there. */
  readonly signal?: AbortSignal;
  /** Called when there is something to build. */
  readonly onBegin?: () => void;
  readonly onProgress?: (progress: RebuildProgress) => void;
}

export interface Rebuilt {
  readonly generation: Generation;
  /** Records of its streams that this call read, also for other projections. */
  readonly events: number;
  /** From the start of the shared reading until the generation was ready. */
  readonly seconds: number;
}

/**
 * Builds a generation of each projection next to the live generation, up to the ends of the log at
 * the time of the call. Continues unfinished generations. Projections that read the same streams
 * share one reading. Each generation becomes `ready` when it is done.
 * @throws OperatorError when another process builds or cancels a generation, or the log does not
 * answer for a minute. Also when the log lacks records: then the unfinished generations are
 * dropped.
 */
export async function rebuildGenerations(options: RebuildOptions): Promise<Rebuilt[]> {
  const { database, projections, signal = new AbortController().signal } = options;
  const journal = createRetryingJournal(options.journal, signal);
  const lock = await takeBuildLock(
    database,
    projections.map(({ name }) => name),
  );
  const buildings: Building[] = [];
  try {
    const [busy] = projections.filter(({ name }) => !lock.names.includes(name));
    if (busy !== undefined) {
      throw new OperatorError('already_building', `${busy.name} is being built by another process`);
    }
    // Another process may have finished between the caller's check and the lock.
    const wanted = options.isOncePerVersion ? await withoutBuilt(database, projections) : projections;
    if (wanted.length > 0) options.onBegin?.();
    for (const projection of wanted) buildings.push(await openBuilding(database, journal, projection));
    return await build({ ...options, journal, signal }, buildings, lock);
  } catch (error) {
    // The records do not come back, so no later call can continue from here.
    if (isIncomplete(error)) {
      for (const { generation } of buildings) {
        await dropGeneration(database, generation.projection.name, generation.number);
      }
    }
    throw error;
  } finally {
    await lock.release();
  }
}

async function withoutBuilt(database: Database, projections: readonly Projection[]): Promise<Projection[]> {
  const generations = await readStoredGenerations(database);
  const built = generations.filter(({ state }) => state !== 'building');
  return projections.filter(
    ({ name, version }) => !built.some((each) => each.projection === name && isSameVersion(each, version)),
  );
}

function isIncomplete(error: unknown): boolean {
  return (
    error instanceof OperatorError && (error.code === logIncompleteCode || error.code === logDamagedCode)
  );
}

async function build(
  options: RebuildOptions & { readonly signal: AbortSignal },
  buildings: readonly Building[],
  lock: BuildLock,
): Promise<Rebuilt[]> {
  const { database, decisions, journal, rate, fullSpeed, signal, onProgress = () => {} } = options;
  const streams = new Set(buildings.flatMap(({ generation }) => generation.projection.streams));
  const ends = await journal.log.ends([...streams]);
  const meter = createProgressMeter(onProgress, offsetsAhead(buildings, ends));
  const loadLimit = createLoadLimit({ database: options.hubDatabase ?? database, rate, fullSpeed, signal });
  const rebuilt: Rebuilt[] = [];
  for (const group of sharingStreams(buildings)) {
    const names = namesOf(group);
    const startedAt = performance.now();
    const records = new Map<StreamName, number>();
    await bulkLoad(group, {
      database,
      decisions,
      journal,
      ends: ends.filter(({ stream }) => readsOf(group).has(stream)),
      batchRecords: options.batchRecords ?? loadLimit.batchRecords,
      pageRecords: options.pageRecords,
      loadLimit,
      signal,
      onRead: (chunk) => {
        for (const { place, records: read } of chunk.ranges)
          records.set(place.stream, (records.get(place.stream) ?? 0) + read.length);
        meter.read(names, chunk);
      },
    });
    meter.indexing(names);
    for (const building of group) {
      await complete(database, building, lock);
      const seconds = (performance.now() - startedAt) / 1_000;
      const { streams } = building.generation.projection;
      const events = streams.reduce((sum, stream) => sum + (records.get(stream) ?? 0), 0);
      rebuilt.push({ generation: building.generation, events, seconds });
    }
  }
  return rebuilt;
}

async function complete(database: Database, building: Building, lock: BuildLock): Promise<void> {
  const { generation } = building;
  await makeDeferredIndexes(database, generation);
  const tables = await database.many<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = $1`,
    values: [generation.schema.replaceAll('"', '')],
  });
  for (const { name } of tables) await lock.run(`vacuum (analyze) ${name}`);
  if (!(await finishBuilding(database, building))) {
    const { name } = generation.projection;
    throw new OperatorError(
      'generation_taken',
      `the generation of ${name} that was built is gone: it was cancelled`,
    );
  }
  await announce(database, [generationsChanged]);
}

function offsetsAhead(buildings: readonly Building[], ends: readonly PartitionEnds[]): number {
  const endOf = new Map(ends.map((end) => [partitionName(end), end]));
  return placesOf(buildings).reduce((sum, place) => {
    const { start = 0, end = 0 } = endOf.get(partitionName(place)) ?? {};
    return sum + Math.max(0, end - Math.max(place.offset, start));
  }, 0);
}

/** Groups that share a stream, directly or through another projection. */
function sharingStreams(buildings: readonly Building[]): Building[][] {
  const groups: Building[][] = [];
  for (const building of buildings) {
    const mine = readsOf([building]);
    const joined = groups.filter((group) => !readsOf(group).isDisjointFrom(mine));
    const merged = [...joined.flat(), building];
    groups.splice(0, groups.length, ...groups.filter((group) => !joined.includes(group)), merged);
  }
  return groups;
}

function readsOf(group: readonly Building[]): Set<StreamName> {
  return new Set(group.flatMap(({ generation }) => generation.projection.streams));
}

function namesOf(group: readonly Building[]): ProjectionName[] {
  return group.map(({ generation }) => generation.projection.name);
}
