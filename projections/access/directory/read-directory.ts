import type { Database, Tx } from '../../../shared/postgres/database.ts';
import { findLive } from '../../../shared/projection/generations/generations.ts';
import { liveSinceSql } from '../../../shared/projection/generations/live-since.ts';
import { accessProjection } from '../projection.ts';
import { accountTable, identityTable } from '../store/accounts.ts';
import { decommissionTable } from '../store/decommission.ts';
import { deviceTable, pairingCodeTable } from '../store/devices.ts';
import { erasedTable } from '../store/erased.ts';
import { keyTable } from '../store/keys.ts';
import { memberTable } from '../store/members.ts';
import { type GenerationSql, type StoredTable, selectRows } from '../store/stored-table.ts';
import type { Directory } from './directory.ts';
import { following } from './following.ts';
import { mergeRows, noDirectory, type WrittenRows } from './merge-rows.ts';

/** A directory and the generation that it was read from. */
export interface DirectoryCopy {
  readonly directory: Directory;
  readonly generation: number;
  /** Of the checkpoint: another one means that rows changed beside the records. */
  readonly revision: number;
}

/**
 * Reads the live generation on one snapshot: rows, position and watermark belong together. Given an earlier copy of
 * the same generation only the rows that later records wrote are read; a part in which none was keeps its identity. After
 * an erasure, or a promotion, all of it is read.
 * @returns null while there is no live generation
 */
export async function readDirectory(
  database: Database,
  earlier: DirectoryCopy | null,
): Promise<DirectoryCopy | null> {
  return database.transaction(
    async (tx) => {
      const live = await findLive(tx, accessProjection.name, accessProjection.version.shape);
      if (live === null) return null;
      const { epoch, watermark, revision, live_since } = await readPosition(tx, live.generation);
      const sql = { ...tx, schema: live.schema };
      const same = earlier?.generation === live.generation && earlier.revision === revision;
      // Rows that were deleted are written by no record.
      const goesOn = same && !(await hasErased(sql, earlier.directory.epoch));
      const base = goesOn ? earlier.directory : noDirectory;
      const next = { ...base, epoch, watermark };
      const isNew = epoch !== base.epoch;
      const read = isNew ? mergeRows(next, await readWritten(sql, Math.max(base.epoch, 0))) : next;
      const directory = goesOn ? read : following(earlier?.directory ?? null, read, live_since);
      return { directory, generation: live.generation, revision };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

interface Position {
  readonly epoch: number;
  readonly watermark: number;
  readonly revision: number;
  readonly live_since: number;
}

async function readPosition(tx: Tx, generation: number): Promise<Position> {
  const { name, version } = accessProjection;
  return tx.one<Position>({
    text: `select reached.next_offset as epoch,
                  reached.watermark_at as watermark,
                  reached.revision,
                  ${liveSinceSql} as live_since
           from projection.pointer as live
           join projection.checkpoint as reached using (projection, generation)
           where live.projection = $1
             and live.shape = $2
             and live.generation = $3
             and reached.stream = 'hub.membership'`,
    values: [name, version.shape, generation],
    name: 'access-position',
  });
}

async function hasErased(sql: GenerationSql, offset: number): Promise<boolean> {
  return (await selectRows(sql, erasedTable, 'last_offset >= $1', [offset])).length > 0;
}

/** The rows that records from `offset` on wrote. */
async function readWritten(sql: GenerationSql, offset: number): Promise<WrittenRows> {
  const written = <Row, Stored extends object>(table: StoredTable<Row, Stored>) =>
    selectRows(sql, table, 'last_offset >= $1', [offset]);
  return {
    members: await written(memberTable),
    accounts: await written(accountTable),
    identities: await written(identityTable),
    devices: await written(deviceTable),
    pairingCodes: await written(pairingCodeTable),
    keys: await written(keyTable),
    decommission: await written(decommissionTable),
    erased: await written(erasedTable),
  };
}
