import { identityKey } from '../directory/directory.ts';
import type { TableKind } from './row-index.ts';
import type {
  AccountRow,
  AdminRow,
  DecommissionRow,
  DeviceRow,
  ErasedRow,
  IdentityRow,
  KeyRow,
  MemberRow,
  PairingCodeRow,
  ParkedDecisionRow,
  VerdictRow,
} from './rows.ts';
import { membersIn } from './sharing.ts';
import { type Table, tableOf } from './table.ts';

/** The tables of the projection: whole, or with the rows that a batch needs. */
export interface AccessTables {
  readonly members: Table<MemberRow, 'activeName' | 'activeChatId'>;
  readonly admins: Table<AdminRow, 'marked'>;
  readonly pairingCodes: Table<PairingCodeRow, 'every' | 'unusedOfMember'>;
  readonly devices: Table<DeviceRow, 'member'>;
  readonly accounts: Table<AccountRow, 'name' | 'reporter' | 'blockedOrSharedWith'>;
  readonly identities: Table<IdentityRow, 'account' | 'reporter'>;
  readonly keys: Table<KeyRow, 'prefix' | 'member'>;
  readonly decommission: Table<DecommissionRow>;
  readonly verdicts: Table<VerdictRow, 'subject'>;
  readonly erased: Table<ErasedRow>;
  readonly parkedDecisions: Table<ParkedDecisionRow>;
}

export type TableName = keyof AccessTables;
export type RowOf<Name extends TableName> =
  AccessTables[Name] extends Table<infer Row extends object, infer _> ? Row : never;
export type LookupOf<Name extends TableName> = Parameters<AccessTables[Name]['find']>[0];

type KindOf<T> = T extends Table<infer Row, infer Lookup> ? TableKind<Row, Lookup> : never;

/** The value under which the lookup `marked` finds who is an admin now. */
export const markedAdmin = 'yes';

/** The value under which the lookup `every` finds all pairing codes. */
export const everyCode = 'yes';

/** By which key and by what else the rows of each table are found; `store/tables.ts` says the same in SQL. */
export const tableKinds: { readonly [Name in TableName]: KindOf<AccessTables[Name]> } = {
  members: {
    keyOf: ({ id }) => id,
    lookups: {
      activeName: ({ active, nameKey }) => (active ? [nameKey] : []),
      activeChatId: ({ active, chatId }) => (active && chatId !== null ? [chatId] : []),
    },
    indexed: ['activeName', 'activeChatId'],
  },
  admins: {
    keyOf: ({ memberId }) => memberId,
    lookups: { marked: ({ admin }) => (admin ? [markedAdmin] : []) },
    indexed: [],
  },
  pairingCodes: {
    keyOf: ({ codeHash }) => codeHash,
    lookups: {
      every: () => [everyCode],
      unusedOfMember: ({ memberId, deviceId }) => (deviceId === null ? [memberId] : []),
    },
    indexed: ['unusedOfMember'],
  },
  devices: {
    keyOf: ({ id }) => id,
    lookups: { member: ({ memberId }) => [memberId] },
    indexed: [],
  },
  accounts: {
    keyOf: ({ id }) => id,
    lookups: {
      name: ({ nameKey }) => (nameKey === null ? [] : [nameKey]),
      reporter: ({ ownerId, contributorIds }) => [...(ownerId === null ? [] : [ownerId]), ...contributorIds],
      blockedOrSharedWith: ({ blockedIds, sharing }) => [
        ...blockedIds,
        ...Object.values(sharing).flatMap(membersIn),
      ],
    },
    indexed: ['name'],
  },
  identities: {
    keyOf: ({ source, externalId }) => identityKey(source, externalId),
    lookups: { account: ({ accountId }) => [accountId], reporter: ({ memberIds }) => memberIds },
    indexed: [],
  },
  keys: {
    keyOf: ({ id }) => id,
    lookups: {
      prefix: ({ prefix }) => [prefix],
      member: ({ memberId }) => (memberId === null ? [] : [memberId]),
    },
    indexed: ['prefix', 'member'],
  },
  decommission: { keyOf: ({ hub }) => hub, lookups: {}, indexed: [] },
  verdicts: {
    keyOf: ({ recordId }) => recordId,
    lookups: { subject: ({ subject }) => [subject] },
    indexed: [],
  },
  erased: { keyOf: ({ subject }) => subject, lookups: {}, indexed: [] },
  parkedDecisions: {
    keyOf: ({ projection, recordId, recordOffset }) => `${projection} ${recordId} ${recordOffset}`,
    lookups: {},
    indexed: [],
  },
};

export const tableNames = Object.keys(tableKinds) as TableName[];

/** Tables without rows, of a log that is folded from its start. */
export const noTables = eachTable((name) => tableOf(tableKinds[name] as TableKind<object, never>));

/** One table of each kind. */
export function eachTable(make: (name: TableName) => unknown): AccessTables {
  return Object.fromEntries(tableNames.map((name) => [name, make(name)])) as unknown as AccessTables;
}
