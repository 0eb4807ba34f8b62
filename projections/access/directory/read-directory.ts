import type { Database } from '../../../shared/postgres/database.ts';
import {
  type CopiedTables,
  isSameTables,
  readLivePosition,
} from '../../../shared/projection/live/live-position.ts';
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

/** A directory and the tables that it was read from. */
export interface DirectoryCopy extends CopiedTables {
  readonly directory: Directory;
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
      const live = await readLivePosition(tx, accessProjection);
      // Its only stream has one partition.
      const [position] = live?.partitions ?? [];
      if (live === null || position === undefined) return null;
      const { generation, revision, schema, liveSince } = live;
      const { nextOffset: epoch, watermarkAt: watermark } = position;
      const sql = { ...tx, schema };
      // Rows that were deleted are written by no record.
      const goesOn = isSameTables(earlier, live) && !(await hasErased(sql, earlier.directory.epoch));
      const base = goesOn ? earlier.directory : noDirectory;
      const next = { ...base, epoch, watermark };
      const isNew = epoch !== base.epoch;
      const read = isNew ? mergeRows(next, await readWritten(sql, Math.max(base.epoch, 0))) : next;
      const directory = goesOn ? read : following(earlier?.directory ?? null, read, liveSince);
      return { directory, generation, revision };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
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
