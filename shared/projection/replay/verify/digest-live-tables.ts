import type { ReadPosition } from '../../../log/event-log.ts';
import type { Database, Sql, Tx } from '../../../postgres/database.ts';
import {
  digestOf,
  digestTables,
  fixOutput,
  type GenerationDigest,
} from '../../generations/generation-digest.ts';
import { findOwnLive, shapesOf } from '../../generations/generations.ts';
import type { Projection, ProjectionName } from '../../projection.ts';
import type { RowRetentionMsBySetting } from '../../upkeep/expire-rows.ts';
import { readClock, rowsNotExpiringSoon } from './rows-not-expiring-soon.ts';

export interface ProjectionPosition extends ReadPosition {
  readonly name: ProjectionName;
}

export interface ProjectionsSnapshot {
  /** Decides which rows are left out because they are about to expire; epoch ms. */
  readonly at: number;
  readonly digests: ReadonlyMap<ProjectionName, GenerationDigest>;
}

export interface ProjectionsSnapshotOptions {
  readonly projections: readonly Projection[];
  readonly retentionMsBySetting: RowRetentionMsBySetting;
  /** The `at` of another snapshot; the current time when not given. */
  readonly at?: number;
  /** Called with the positions before the digests are computed, which may take a minute. */
  readonly onPositions?: (positions: readonly ProjectionPosition[]) => void;
}

/** Digests the live tables on one snapshot of the database. */
export function snapshotProjections(
  database: Database,
  options: ProjectionsSnapshotOptions,
): Promise<ProjectionsSnapshot> {
  const { projections, retentionMsBySetting, onPositions = () => {} } = options;
  return database.transaction(
    async (tx) => {
      await fixOutput(tx);
      await tx.run({ text: 'set local statement_timeout = 0' });
      onPositions(await readPositions(tx, projections));
      const at = options.at ?? (await readClock(tx));
      const digests = new Map<ProjectionName, GenerationDigest>();
      for (const projection of projections) {
        digests.set(
          projection.name,
          await digestProjection(tx, projection, rowsNotExpiringSoon(projection, at, retentionMsBySetting)),
        );
      }
      return { at, digests };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

export function readPositions(sql: Sql, projections: readonly Projection[]): Promise<ProjectionPosition[]> {
  const readable = projections.flatMap((projection) =>
    shapesOf(projection).map((shape) => ({ name: projection.name, shape })),
  );
  return sql.many<ProjectionPosition>({
    text: `select c.projection as name, c.stream, c.partition, c.next_offset as "offset"
           from (
             select distinct on (projection) projection, p.generation
             from projection.pointer p
             join unnest($1::text[], $2::int[]) as own (projection, shape) using (projection, shape)
             order by projection, shape desc
           ) as live
           join projection.checkpoint c using (projection, generation)
           order by c.projection, c.stream, c.partition`,
    values: [readable.map(({ name }) => name), readable.map(({ shape }) => shape)],
  });
}

async function digestProjection(
  tx: Tx,
  projection: Projection,
  conditions: ReadonlyMap<string, string>,
): Promise<GenerationDigest> {
  const live = await findOwnLive(tx, projection);
  return live === null ? digestOf([]) : digestTables(tx, { projection, schema: live.schema }, conditions);
}
