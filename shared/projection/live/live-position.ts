import { batchCalls } from '../../async/batch-calls.ts';
import type { Partition } from '../../events/streams.ts';
import { clockSql } from '../../postgres/clock/clock-sql.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import { type QuotedSchema, quoted } from '../../postgres/quoted-schema.ts';
import type { Projection } from '../projection.ts';

/** Identifies the tables that a copy in memory was read from. */
export interface CopiedTables {
  readonly generation: number;
  /**
   * Raised when rows change without new records: by an erasure, a decision on a parked record, or a
   * move of the log to Kafka.
   */
  readonly revision: number;
}

/** All fields are read at the same moment. */
export interface LivePosition extends CopiedTables {
  readonly schema: QuotedSchema;
  /** When the tables became live, or last changed without new records; epoch ms. */
  readonly liveSince: number;
  /** The database clock, epoch ms. */
  readonly clock: number;
  readonly partitions: readonly ReachedPartition[];
}

interface ReachedPartition extends Partition {
  readonly nextOffset: number;
  readonly watermarkAt: number;
}

/**
 * To read rows that fit the position, call this first in a `repeatable read` transaction.
 * @returns null while no generation of this shape is live, or its first generation is being built
 */
export async function readLivePosition(sql: Sql, projection: LiveShape): Promise<LivePosition | null> {
  const [position = null] = await readLivePositions(sql, [projection]);
  return position;
}

const sharedReads = new WeakMap<Database, (projection: LiveShape) => Promise<LivePosition | null>>();

/**
 * Does the same as `readLivePosition` outside a transaction. Calls in the same turn of the event
 * loop share a statement.
 */
export function readLivePositionShared(
  database: Database,
  projection: LiveShape,
): Promise<LivePosition | null> {
  const read =
    sharedReads.get(database) ??
    batchCalls((projections: readonly LiveShape[]) => readLivePositions(database, projections));
  sharedReads.set(database, read);
  return read(projection);
}

type LiveShape = Pick<Projection, 'name' | 'version'>;

/** Statements that read rows together with the position have more parameters, from `$3` on. */
const livePositionsSql = `
           select wanted.number,
                  live.generation,
                  built.schema_name,
                  sum(reached.revision) over wanted_one::bigint as revision,
                  greatest(
                    (extract(epoch from live.moved_at) * 1000)::bigint,
                    max(reached.revised_at) over wanted_one
                  ) as live_since,
                  ${clockSql} as clock,
                  reached.stream,
                  reached.partition,
                  reached.next_offset as "nextOffset",
                  reached.watermark_at as "watermarkAt"
           from unnest($1::text[], $2::integer[]) with ordinality as wanted (projection, shape, number)
           join projection.pointer as live using (projection, shape)
           join projection.generation as built using (projection, generation)
           join projection.checkpoint as reached using (projection, generation)
           where not built.first_fill
           window wanted_one as (partition by wanted.number)`;

async function readLivePositions(
  sql: Sql,
  projections: readonly LiveShape[],
): Promise<(LivePosition | null)[]> {
  const rows = await sql.many<PositionRow>({
    name: 'projection-live-position',
    text: livePositionsSql,
    values: valuesOf(projections),
  });
  return projections.map((_, index) => positionOf(rows.filter(({ number }) => number === index + 1)));
}

function valuesOf(projections: readonly LiveShape[]): unknown[] {
  return [projections.map(({ name }) => name), projections.map(({ version }) => version.shape)];
}

/**
 * Reads the position and rows that fit it in one statement.
 * @param join finds rows for each `live.partition` by its own parameters, from `$3` on. Its columns
 * are null in a partition without rows.
 * @returns null as `readLivePosition`
 */
export async function readLivePositionWith<Row extends object>(
  sql: Sql,
  projection: LiveShape,
  { name, columns, join, values }: LiveJoin,
): Promise<{ readonly live: LivePosition; readonly rows: readonly Row[] } | null> {
  const rows = await sql.many<PositionRow & Row>({
    name,
    text: `select live.*, ${columns} from (${livePositionsSql}) as live left join lateral ${join} on true`,
    values: [...valuesOf([projection]), ...values],
  });
  const live = positionOf([...new Map(rows.map((row) => [row.partition, row])).values()]);
  return live === null ? null : { live, rows };
}

interface LiveJoin {
  readonly name: string;
  readonly columns: string;
  readonly join: string;
  readonly values: readonly unknown[];
}

function positionOf(rows: readonly PositionRow[]): LivePosition | null {
  const [first] = rows;
  if (first === undefined) return null;
  const { generation, revision, schema_name, live_since: liveSince, clock } = first;
  return { generation, revision, schema: quoted(schema_name), liveSince, clock, partitions: rows };
}

interface PositionRow extends CopiedTables, ReachedPartition {
  /** The number of the projection among `projections`, from 1. */
  readonly number: number;
  readonly schema_name: string;
  readonly live_since: number;
  readonly clock: number;
}

/** Whether a copy lacks only the rows that later records wrote. */
export function isSameTables<Copied extends CopiedTables>(
  copied: Copied | null,
  now: CopiedTables,
): copied is Copied {
  return copied?.generation === now.generation && copied.revision === now.revision;
}
