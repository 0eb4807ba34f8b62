import type { Database, Tx } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import {
  type CopiedTables,
  isSameTables,
  type LivePosition,
  readLivePosition,
  readLivePositionShared,
  readLivePositionWith,
} from '../../../shared/projection/live/live-position.ts';
import type { Part } from '../part.ts';
import { accountStateProjection } from '../projection.ts';
import { type AccountState, statePartitions } from './account-state.ts';
import { readWholeStates } from './read-whole-states.ts';

/** The tables that a copy has read, and the next offset of each partition. */
export interface CopyPosition extends CopiedTables {
  readonly schema: QuotedSchema;
  readonly nextOffsets: ReadonlyMap<number, number>;
}

/** All read at one moment. */
export interface StateChanges {
  readonly seen: CopyPosition;
  /** When the contents of the live generation last changed other than by records; epoch ms. */
  readonly liveSince: number;
  /** The database clock, epoch ms, read no later than the parts. */
  readonly clock: number;
  /** By partition of `hub.state`. */
  readonly watermarks: ReadonlyMap<number, number>;
  /** The changed parts by account; empty when `whole` is there. */
  readonly parts: ReadonlyMap<string, Part[]>;
  /** All states, if `before` was null or belongs to another generation or revision; else null. */
  readonly whole: ReadonlyMap<string, AccountState> | null;
}

/**
 * Reads the changes after `before`, in one snapshot of the database. Positions are by partition:
 * with one sequence for all, a late commit could stay below a position that was read already.
 * @returns null while no generation is live
 */
export function readStateChanges(
  database: Database,
  before: CopyPosition | null,
): Promise<StateChanges | null> {
  return database.transaction(
    async (tx) => {
      const live = await readLivePosition(tx, accountStateProjection);
      if (live === null) return null;
      return isSameTables(before, live)
        ? changesAt(live, { parts: await readParts(tx, live.schema, gapsOf(live, before)), whole: null })
        : changesAt(live, { parts: new Map(), whole: await readWholeStates(tx, live.schema) });
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/**
 * Like `readStateChanges`, in one statement, for a copy that missed nothing at its last read.
 * @returns null when it misses something now, or no generation is live
 */
export async function readQuietChanges(
  database: Database,
  before: CopyPosition,
): Promise<StateChanges | null> {
  const live = await readLivePositionShared(database, accountStateProjection);
  if (live === null || !isSameTables(before, live) || gapsOf(live, before).length > 0) return null;
  return changesAt(live, { parts: new Map(), whole: null });
}

/**
 * Like `readStateChanges`, in one statement.
 * @returns null when a transaction must read: after a change of the tables, or of many rows
 */
export async function readNextChanges(
  database: Database,
  before: CopyPosition,
): Promise<StateChanges | null> {
  const read = await readLivePositionWith<Omit<Part, 'account_id'> & { readonly account_id: string | null }>(
    database,
    accountStateProjection,
    {
      name: `account-state-next ${before.schema}`,
      columns: 'changed.*',
      join: `(
        select account_id, part, last_offset, changed_at, value
        from ${before.schema}.part
        where partition = live.partition
          and last_offset >= coalesce(($3::bigint[])[live.partition + 1], 0)
        order by last_offset
        limit ${pageRows}
      ) as changed`,
      values: [Array.from({ length: statePartitions }, (_, number) => before.nextOffsets.get(number) ?? 0)],
    },
  );
  if (read === null || !isSameTables(before, read.live)) return null;
  const parts = read.rows.flatMap((row) => (row.account_id === null ? [] : [row as Part]));
  const byPartition = Map.groupBy(parts, ({ partition }) => partition);
  if ([...byPartition.values()].some(({ length }) => length === pageRows)) return null;
  return changesAt(read.live, { parts: Map.groupBy(parts, (part) => part.account_id), whole: null });
}

function gapsOf(live: LivePosition, before: CopyPosition): Gap[] {
  return live.partitions.flatMap(({ partition, nextOffset }) => {
    const from = before.nextOffsets.get(partition) ?? 0;
    return from < nextOffset ? [{ partition, from }] : [];
  });
}

function changesAt(
  { generation, revision, schema, liveSince, clock, partitions }: LivePosition,
  read: Pick<StateChanges, 'parts' | 'whole'>,
): StateChanges {
  const nextOffsets = new Map(partitions.map(({ partition, nextOffset }) => [partition, nextOffset]));
  const watermarks = new Map(partitions.map(({ partition, watermarkAt }) => [partition, watermarkAt]));
  return { seen: { generation, revision, schema, nextOffsets }, liveSince, clock, watermarks, ...read };
}

interface Gap {
  readonly partition: number;
  readonly from: number;
}

/** Rows of one partition in one statement. The result is parsed without a pause. */
const pageRows = 500;

async function readParts(tx: Tx, schema: QuotedSchema, gaps: readonly Gap[]): Promise<Map<string, Part[]>> {
  const byAccount = new Map<string, Part[]>();
  for (let open = gaps; open.length > 0; ) {
    const rows = await readPage(tx, schema, open);
    for (const row of rows) {
      const parts = byAccount.get(row.account_id);
      if (parts === undefined) byAccount.set(row.account_id, [row]);
      else parts.push(row);
    }
    open = stillOpen(open, rows);
  }
  return byAccount;
}

function readPage(tx: Tx, schema: QuotedSchema, gaps: readonly Gap[]): Promise<Part[]> {
  return tx.many<Part>({
    // Without slonik's tags: `value` has another shape in each part.
    name: `account-state-parts ${schema}`,
    text: `select changed.account_id,
                  changed.part,
                  changed.partition,
                  changed.last_offset,
                  changed.changed_at,
                  changed.value
           from unnest($1::smallint[], $2::bigint[]) as gap (partition, next_offset)
           cross join lateral (
             select account_id, part, partition, last_offset, changed_at, value
             from ${schema}.part
             where partition = gap.partition
               and last_offset >= gap.next_offset
             order by last_offset
             limit $3
           ) as changed`,
    values: [gaps.map((gap) => gap.partition), gaps.map((gap) => gap.from), pageRows],
  });
}

function stillOpen(gaps: readonly Gap[], rows: readonly Part[]): Gap[] {
  return gaps.flatMap(({ partition }) => {
    const offsets = rows.filter((row) => row.partition === partition).map((row) => row.last_offset);
    return offsets.length < pageRows ? [] : [{ partition, from: Math.max(...offsets) + 1 }];
  });
}
