import { accounts, identities } from './accounts.ts';
import { apiKeys } from './api-keys.ts';
import { competitions } from './competitions.ts';
import type { Condition, TableDeclaration } from './declare-table.ts';
import { devices, pairingCodes } from './devices.ts';
import { decommission, erased, parkedDecisionRows, verdicts } from './hub.ts';
import { admins, members } from './members.ts';
import type { TableKind } from './row-index.ts';
import { type Table, tableOf } from './table.ts';

export const tableDeclarations = {
  members,
  admins,
  pairingCodes,
  devices,
  accounts,
  identities,
  keys: apiKeys,
  decommission,
  verdicts,
  erased,
  parkedDecisions: parkedDecisionRows,
  competitions,
};

type Declarations = typeof tableDeclarations;
export type TableName = keyof Declarations;
export type RowOf<Name extends TableName> =
  Declarations[Name] extends TableDeclaration<infer Row, infer _> ? Row : never;
export type LookupOf<Name extends TableName> = 'key' | (keyof Declarations[Name]['lookups'] & string);

/** Whole tables, or the rows that a batch needs. */
export type AccessTables = {
  readonly [Name in TableName]: Table<RowOf<Name>, Exclude<LookupOf<Name>, 'key'>>;
};

export const tableNames = Object.keys(tableDeclarations) as TableName[];

export const emptyTables = eachTable((name) => tableOf(tableKind(name)));

export function eachTable(create: (name: TableName) => unknown): AccessTables {
  return Object.fromEntries(tableNames.map((name) => [name, create(name)])) as unknown as AccessTables;
}

/** The declaration of a table whose name is known at run time only. */
export function tableKind(name: TableName): TableKind<object, string> {
  return tableDeclarations[name] as unknown as TableKind<object, string>;
}

export function conditionOf(table: TableName, lookup: string): Condition {
  const { keyCondition, lookups } = tableDeclarations[table];
  if (lookup === 'key') return keyCondition;
  const condition = (lookups as Readonly<Record<string, { condition: Condition }>>)[lookup]?.condition;
  if (condition === undefined) throw new Error(`${table} has no lookup ${lookup}`);
  return condition;
}

export function columnOf(table: TableName, field: string): string {
  const columns = tableDeclarations[table].columns as Readonly<Record<string, readonly [string, string]>>;
  const [column] = columns[field] ?? [];
  if (column === undefined) throw new Error(`${table} has no field ${field}`);
  return column;
}
