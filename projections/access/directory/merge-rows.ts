import { withPlainSpaces } from '../../../shared/domain/text.ts';
import {
  type Account,
  type ApiKey,
  type Device,
  type IdentityLink,
  identityKey,
  type Member,
  type PairingCode,
  shownHash,
} from '../model/entities.ts';
import type { RowOf } from '../tables/access-tables.ts';
import type { AccountRow, IdentityRow } from '../tables/accounts.ts';
import type { ApiKeyRow } from '../tables/api-keys.ts';
import type { DeviceRow, PairingCodeRow } from '../tables/devices.ts';
import type { DecommissionRow } from '../tables/hub.ts';
import type { AdminRow, MemberRow } from '../tables/members.ts';
import type { Directory } from './directory.ts';

export const directoryTables = [
  'members',
  'admins',
  'accounts',
  'identities',
  'devices',
  'pairingCodes',
  'keys',
  'decommission',
  'erased',
  'competitions',
] as const;

export type DirectoryRows = {
  readonly [Name in (typeof directoryTables)[number]]: readonly RowOf<Name>[];
};

export const noDirectory: Directory = {
  version: -1,
  watermark: 0,
  decommissionedSince: null,
  members: new Map(),
  admins: new Set(),
  accounts: new Map(),
  identities: new Map(),
  erased: new Set(),
  devicesByTokenHash: new Map(),
  pairingCodes: new Map(),
  keysByPrefix: new Map(),
  competitions: new Map(),
};

/** Replaces rows with the same keys. A part without new rows stays the same object. */
export function mergeRows(base: Directory, rows: DirectoryRows): Directory {
  return {
    ...base,
    members: merged(base.members, rows.members, toMember),
    admins: withMarks(base.admins, rows.admins),
    accounts: merged(base.accounts, rows.accounts, toAccount),
    identities: merged(base.identities, rows.identities, toIdentity),
    devicesByTokenHash: merged(base.devicesByTokenHash, rows.devices, toDevice),
    pairingCodes: merged(base.pairingCodes, rows.pairingCodes, toPairingCode),
    keysByPrefix: merged(base.keysByPrefix, rows.keys, toKey),
    competitions: merged(base.competitions, rows.competitions, (row) => [row.id, row]),
    erased:
      rows.erased.length === 0
        ? base.erased
        : new Set([...base.erased, ...rows.erased.map(({ subject }) => subject)]),
    decommissionedSince: sinceOf(rows.decommission[0], base.decommissionedSince),
  };
}

function sinceOf(row: DecommissionRow | undefined, before: number | null): number | null {
  if (row === undefined) return before;
  return row.on ? row.since : null;
}

function withMarks(base: ReadonlySet<string>, rows: readonly AdminRow[]): ReadonlySet<string> {
  if (rows.length === 0) return base;
  const marked = new Set(base);
  for (const { memberId, admin } of rows) {
    if (admin) marked.add(memberId);
    else marked.delete(memberId);
  }
  return marked;
}

function merged<Row, Value>(
  base: ReadonlyMap<string, Value>,
  rows: readonly Row[],
  toEntry: (row: Row) => readonly [string, Value],
): ReadonlyMap<string, Value> {
  if (rows.length === 0) return base;
  const map = new Map(base);
  for (const row of rows) map.set(...toEntry(row));
  return map;
}

function toMember({ nameKey: _, ...row }: MemberRow): [string, Member] {
  return [row.id, row];
}

/** Earlier releases stored names with no-break spaces. */
function toAccount(row: AccountRow): [string, Account] {
  const name = row.name === null ? null : withPlainSpaces(row.name);
  return [row.id, { ...row, name, accountHash: shownHash(row) }];
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

function toPairingCode({ codeHash, ...row }: PairingCodeRow): [string, PairingCode] {
  return [codeHash, row];
}

function toKey(row: ApiKeyRow): [string, ApiKey] {
  const accountIds = row.accountIds === null ? null : new Set(row.accountIds);
  return [row.prefix, { ...row, secretHash: Buffer.from(row.secretHash, 'base64'), accountIds }];
}
