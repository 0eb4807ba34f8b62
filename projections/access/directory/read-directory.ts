import type { Database } from '../../../shared/postgres/database.ts';
import {
  type CopiedTables,
  isSameTables,
  readLivePosition,
  readLivePositionShared,
} from '../../../shared/projection/live/live-position.ts';
import { accessProjection } from '../projection.ts';
import { type GenerationSql, selectFromTables } from '../store/row-statements.ts';
import { withChangeTimes } from './date-changes.ts';
import type { Directory } from './directory.ts';
import { type DirectoryRows, directoryTables, mergeRows, noDirectory } from './merge-rows.ts';

export interface DirectoryCopy extends CopiedTables {
  readonly directory: Directory;
  /** The database clock at the read, epoch ms. */
  readonly clock: number;
}

/**
 * The earlier copy with the current watermark, if no record was projected since.
 * @returns null when there is more to read, or no live generation
 */
export async function readQuietDirectory(
  database: Database,
  earlier: DirectoryCopy,
): Promise<DirectoryCopy | null> {
  const live = await readLivePositionShared(database, accessProjection);
  const [position] = live?.partitions ?? [];
  if (live === null || !isSameTables(earlier, live)) return null;
  if (position?.nextOffset !== earlier.directory.version) return null;
  return {
    ...earlier,
    clock: live.clock,
    directory: { ...earlier.directory, watermark: position.watermarkAt },
  };
}

/**
 * Reads rows, position and watermark on one snapshot. With an earlier copy of the same tables,
 * reads only the rows of later records, except after an erasure.
 * @returns null without a live generation
 */
export async function readDirectory(
  database: Database,
  earlier: DirectoryCopy | null,
): Promise<DirectoryCopy | null> {
  return database.transaction(
    async (tx) => {
      const live = await readLivePosition(tx, accessProjection);
      // `access` reads one stream, which has one partition.
      const [position] = live?.partitions ?? [];
      if (live === null || position === undefined) return null;
      const { generation, revision, schema, liveSince, clock } = live;
      const { nextOffset: version, watermarkAt: watermark } = position;
      const sql = { ...tx, schema };
      const news = isSameTables(earlier, live) ? await readRowsSince(sql, earlier.directory.version) : null;
      // A read by offset does not find the rows that an erasure deleted.
      const canContinue = earlier !== null && news !== null && news.erased.length === 0;
      const directory = canContinue
        ? mergeRows({ ...earlier.directory, version, watermark }, news)
        : withChangeTimes(
            earlier?.directory ?? null,
            mergeRows({ ...noDirectory, version, watermark }, await readRowsSince(sql, 0)),
            liveSince,
          );
      return { directory, generation, revision, clock };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

function readRowsSince(sql: GenerationSql, offset: number): Promise<DirectoryRows> {
  return selectFromTables(sql, directoryTables, 'last_offset >= $1', [offset]);
}

/**
 * SQL of the version that a current directory must show (rules/limits.md#replicas); null without a
 * live generation.
 */
export const accessVersionSql = `(
  select checkpoint.next_offset
  from projection.pointer
  join projection.checkpoint using (projection, generation)
  where pointer.projection = '${accessProjection.name}'
    and pointer.shape = ${accessProjection.version.shape}
    and checkpoint.stream = 'hub.membership'
)`;
