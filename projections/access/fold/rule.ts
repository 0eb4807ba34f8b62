import type { EventDefinition, RecordedEvent, RecordedEventOf } from '../../../shared/events/event.ts';
import type { Refusal } from '../model/refusal.ts';
import {
  type AccessTables,
  type LookupOf,
  type RowOf,
  type TableName,
  tableKind,
} from '../tables/access-tables.ts';
import type { Table } from '../tables/table.ts';
import { fieldOfRow, type Need } from './needs.ts';

/** The rule of an event that the fold does not grant or refuse. */
export interface FactRule<Definition extends EventDefinition> {
  /** All rows that `take` may read. */
  needs(event: RecordedEventOf<Definition>): readonly Need[];
  take(rows: RuleRows, event: RecordedEventOf<Definition>): void;
}

/** The rule of an event that the fold grants or refuses. */
export interface CommandRule<Definition extends EventDefinition> {
  /** All rows that `decide` may read. */
  needs(event: RecordedEventOf<Definition>): readonly Need[];
  /** @returns null when it is granted; the rows that a refused command wrote are discarded */
  decide(rows: RuleRows, event: RecordedEventOf<Definition>): Refusal | null;
}

/**
 * A read of rows that the rule does not declare throws. Otherwise a decision would depend on the
 * rows that the batch loaded by chance.
 */
export interface RuleRows {
  get<Name extends TableName>(table: Name, key: string): RowOf<Name> | undefined;
  find<Name extends TableName>(table: Name, lookup: LookupOf<Name>, value: string): readonly RowOf<Name>[];
  /** Writes a row, in place of a row with the same key. */
  put<Name extends TableName>(table: Name, row: Omit<RowOf<Name>, 'lastOffset'>): void;
  /** Deletes the found rows that `isMeant` accepts; all by default. */
  drop<Name extends TableName>(
    table: Name,
    lookup: LookupOf<Name>,
    value: string,
    isMeant?: (row: RowOf<Name>) => boolean,
  ): void;
}

export function draftOf(before: AccessTables, event: RecordedEvent, declared: readonly Need[]) {
  let tables = before;

  function tableToRead<Name extends TableName>(name: Name, lookup: LookupOf<Name>, value: string) {
    const table = tableIn(tables, name);
    const isDeclared = declared.some((each) => {
      if (each.table !== name || each.lookup !== lookup) return false;
      return (each.source === null ? each.value : fieldOfRow(before, each.source, each.value)) === value;
    });
    if (isDeclared && table.knows(lookup, value)) return table;
    const fault = isDeclared ? 'which was not loaded' : 'which it does not declare';
    // The value may be somebody's name, and the text of an error is logged.
    throw new Error(`the rule of ${event.type} reads ${name} by ${lookup}, ${fault}`);
  }

  const rows: RuleRows = {
    get: (name, key) => tableToRead(name, 'key', key).get(key),
    find: (name, lookup, value) => tableToRead(name, lookup, value).find(lookup, value),
    put: (name, row) => {
      const table = tableIn(tables, name) as unknown as Table<object>;
      tables = { ...tables, [name]: table.with({ ...row, lastOffset: event.offset }) };
    },
    drop: (name, lookup, value, isMeant = () => true) => {
      const keyOf = tableKind(name).keyOf;
      for (const row of rows.find(name, lookup, value).filter(isMeant)) {
        tables = { ...tables, [name]: tables[name].without(keyOf(row)) };
      }
    },
  };
  return { rows, tables: () => tables };
}

function tableIn<Name extends TableName>(tables: AccessTables, name: Name) {
  return tables[name] as unknown as Table<RowOf<Name>, LookupOf<Name>>;
}
