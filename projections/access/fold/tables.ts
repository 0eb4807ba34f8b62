import type { IdentitySource } from '../../../shared/domain/account-id.ts';
import type { RecordedEvent } from '../../../shared/events/event.ts';
import type { Account, ApiKey, Device, Member, PairingCode } from '../directory/directory.ts';
import type { Refusal } from './refusal.ts';
import { type Table, tableOf } from './table.ts';

/** The rows that a batch needs, by their keys. */
export interface AccessTables {
  readonly members: Table<MemberRow>;
  readonly pairingCodes: Table<PairingCodeRow>;
  readonly devices: Table<DeviceRow>;
  readonly accounts: Table<AccountRow>;
  /**
   * Name key to the ids of accounts that have or had it; not stored. Without it the fold of a batch with 5,000 new
   * accounts looked at each of them 5,000 times and took 2 s.
   */
  readonly namesakes: Table<readonly string[]>;
  /** Keyed by `identityKey`. */
  readonly identities: Table<IdentityRow>;
  readonly keys: Table<KeyRow>;
  /** One row, `hub`. */
  readonly decommission: Table<DecommissionRow>;
  /** Keyed by record id. */
  readonly verdicts: Table<VerdictRow>;
  /** Keyed by the account or member that is gone. */
  readonly erased: Table<ErasedRow>;
  /** Keyed by `decisionKey`. */
  readonly parkedDecisions: Table<ParkedDecisionRow>;
}

/** The offset of the record that last wrote a row: what a copy in memory is refreshed by. */
interface Stamped {
  readonly lastOffset: number;
}

export type MemberRow = Member & Stamped;

export interface PairingCodeRow extends PairingCode, Stamped {
  readonly codeHash: string;
}

export interface DeviceRow extends Device, Stamped {
  readonly tokenHash: string;
}

export interface AccountRow extends Omit<Account, 'accountHash'>, Stamped {
  /** The name as names are compared; until one was stated, the one that the account's first identity came with. */
  readonly nameKey: string | null;
  readonly haHash: string | null;
  readonly dinkHash: string | null;
}

export interface IdentityRow extends Stamped {
  readonly source: IdentitySource;
  readonly externalId: string;
  readonly accountId: string;
  readonly memberIds: readonly string[];
}

export interface KeyRow extends Omit<ApiKey, 'secretHash' | 'accountIds'>, Stamped {
  /** Base64. */
  readonly secretHash: string;
  readonly accountIds: readonly string[] | null;
}

export interface DecommissionRow extends Stamped {
  readonly on: boolean;
  readonly since: number;
}

/** What became of a command: granted, or refused for a reason. */
export interface VerdictRow extends Stamped {
  /** Whom the command was about: when they are erased, it goes with them. */
  readonly subject: string;
  readonly refusal: Refusal | null;
}

export interface ErasedRow extends Stamped {
  /** Record time of the erasure. */
  readonly at: number;
}

export interface ParkedDecisionRow extends Stamped {
  readonly projection: string;
  readonly recordId: string;
  readonly recordOffset: number;
  readonly decision: 'retry' | 'drop';
}

export function decisionKey(
  row: Pick<ParkedDecisionRow, 'projection' | 'recordId' | 'recordOffset'>,
): string {
  return `${row.projection} ${row.recordId} ${row.recordOffset}`;
}

export const noTables: AccessTables = {
  members: tableOf(),
  pairingCodes: tableOf(),
  devices: tableOf(),
  accounts: tableOf(),
  namesakes: tableOf(),
  identities: tableOf(),
  keys: tableOf(),
  decommission: tableOf(),
  verdicts: tableOf(),
  erased: tableOf(),
  parkedDecisions: tableOf(),
};

/** The tables with an account that can be found by this name. */
export function addNamesake(tables: AccessTables, nameKey: string, accountId: string): AccessTables {
  const ids = tables.namesakes.get(nameKey) ?? [];
  if (ids.includes(accountId)) return tables;
  return { ...tables, namesakes: tables.namesakes.with(nameKey, [...ids, accountId]) };
}

type RowOf<Name extends keyof AccessTables> =
  AccessTables[Name] extends Table<infer Row extends Stamped> ? Row : never;

/** The tables with a row written by the event's record. */
export function put<Name extends keyof AccessTables>(
  tables: AccessTables,
  event: RecordedEvent,
  name: Name,
  key: string,
  row: Omit<RowOf<Name>, 'lastOffset'>,
): AccessTables {
  const table = tables[name] as unknown as Table<object>;
  return { ...tables, [name]: table.with(key, { ...row, lastOffset: event.offset }) };
}

/** The tables without the rows of a table that go. */
export function drop<Name extends keyof AccessTables>(
  tables: AccessTables,
  name: Name,
  goes: (row: RowOf<Name>, key: string) => boolean,
): AccessTables {
  const table = tables[name] as unknown as Table<RowOf<Name>>;
  const gone = [...table.entries()].filter(([key, row]) => goes(row, key));
  if (gone.length === 0) return tables;
  return { ...tables, [name]: gone.reduce((rest, [key]) => rest.without(key), table) };
}

/** Nothing of this account or member is taken from here on. */
export function endSubject(tables: AccessTables, event: RecordedEvent, subject: string): AccessTables {
  return put(tables, event, 'erased', subject, { at: event.recordTime });
}
