import type { Database, Tx } from '../../shared/postgres/database.ts';
import { findLive } from '../../shared/projection/generations.ts';
import {
  type Account,
  type ApiKey,
  type Device,
  type Directory,
  type IdentityLink,
  identityKey,
  type Member,
} from './directory.ts';
import type {
  AccountRow,
  DecommissionRow,
  DeviceRow,
  IdentityRow,
  KeyRow,
  MemberRow,
} from './fold/tables.ts';
import { accountTable, identityTable } from './store/accounts.ts';
import { decommissionTable } from './store/decommission.ts';
import { deviceTable } from './store/devices.ts';
import { keyTable } from './store/keys.ts';
import { memberTable } from './store/members.ts';
import { type GenerationSql, type StoredTable, selectRows } from './store/stored-table.ts';

/** A directory and the generation that it was read from. */
export interface DirectoryCopy {
  readonly directory: Directory;
  readonly generation: number;
}

/** The shape of the tables that this code reads. */
const shape = 1;

/**
 * Reads the live generation on one snapshot: rows, position and watermark belong together. Given an earlier copy of
 * the same generation only the rows that later records wrote are read; a part in which none was keeps its identity.
 * @returns null while there is no live generation
 */
export async function readDirectory(
  database: Database,
  earlier: DirectoryCopy | null,
): Promise<DirectoryCopy | null> {
  return database.transaction(
    async (tx) => {
      const live = await findLive(tx, 'access', shape);
      if (live === null) return null;
      const { epoch, watermark } = await readPosition(tx, live.generation);
      const base = earlier?.generation === live.generation ? earlier.directory : noDirectory;
      const next = { ...base, epoch, watermark };
      const sql = { ...tx, schema: live.schema };
      const directory = epoch === base.epoch ? next : await addRows(sql, next, Math.max(base.epoch, 0));
      return { directory, generation: live.generation };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

const noDirectory: Directory = {
  epoch: -1,
  watermark: 0,
  decommissionedSince: null,
  members: new Map(),
  accounts: new Map(),
  identities: new Map(),
  devicesByTokenHash: new Map(),
  keysByPrefix: new Map(),
};

async function readPosition(
  tx: Tx,
  generation: number,
): Promise<{ readonly epoch: number; readonly watermark: number }> {
  return tx.one<{ epoch: number; watermark: number }>({
    text: `select next_offset as epoch, watermark_at as watermark
           from projection.checkpoint
           where projection = 'access' and generation = $1 and stream = 'hub.membership'`,
    values: [generation],
    name: 'access-position',
  });
}

/** The directory with the rows that records from `offset` on wrote. */
async function addRows(sql: GenerationSql, base: Directory, offset: number): Promise<Directory> {
  const written = <Row, Stored extends object>(table: StoredTable<Row, Stored>) =>
    selectRows(sql, table, 'last_offset >= $1', [offset]);
  const decommission = await written(decommissionTable);
  return {
    ...base,
    members: merged(base.members, await written(memberTable), toMember),
    accounts: merged(base.accounts, await written(accountTable), toAccount),
    identities: merged(base.identities, await written(identityTable), toIdentity),
    devicesByTokenHash: merged(base.devicesByTokenHash, await written(deviceTable), toDevice),
    keysByPrefix: merged(base.keysByPrefix, await written(keyTable), toKey),
    decommissionedSince: sinceOf(decommission[0]?.[1], base.decommissionedSince),
  };
}

function sinceOf(row: DecommissionRow | undefined, before: number | null): number | null {
  if (row === undefined) return before;
  return row.on ? row.since : null;
}

function merged<Row, Value>(
  base: ReadonlyMap<string, Value>,
  rows: readonly (readonly [string, Row])[],
  toEntry: (row: Row) => readonly [string, Value],
): ReadonlyMap<string, Value> {
  if (rows.length === 0) return base;
  const map = new Map(base);
  for (const [, row] of rows) map.set(...toEntry(row));
  return map;
}

function toMember(row: MemberRow): [string, Member] {
  return [row.id, row];
}

function toAccount({ haHash, dinkHash, nameKey: _, ...row }: AccountRow): [string, Account] {
  return [row.id, { ...row, accountHash: haHash ?? dinkHash }];
}

function toIdentity(row: IdentityRow): [string, IdentityLink] {
  return [
    identityKey(row.source, row.externalId),
    { accountId: row.accountId, memberIds: new Set(row.memberIds) },
  ];
}

function toDevice({ tokenHash, ...row }: DeviceRow): [string, Device] {
  return [tokenHash, row];
}

function toKey(row: KeyRow): [string, ApiKey] {
  const accountIds = row.accountIds === null ? null : new Set(row.accountIds);
  return [row.prefix, { ...row, secretHash: Buffer.from(row.secretHash, 'base64'), accountIds }];
}
