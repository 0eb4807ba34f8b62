import type { TableKind } from './row-index.ts';

/** The offset of the record that last wrote a row. Copies in memory find changed rows by it. */
export interface WithLastOffset {
  readonly lastOffset: number;
}

/** A field's column, and the type of the column. */
type Column = readonly [name: string, type: string];

/**
 * SQL that finds rows under any value of a text array. `values` is the SQL of the array. A
 * condition may leave out rows that expired before `since`, the time of the batch's first event.
 */
export type Condition = (values: string, since: number) => string;

/** A table of the projection: how rules find its rows, and how it is stored in PostgreSQL. */
export interface TableDeclaration<Row extends WithLastOffset, Lookup extends string>
  extends TableKind<Row, Lookup> {
  /** Its name in PostgreSQL. The migration that creates the table has the same columns. */
  readonly name: string;
  /** Every field except `lastOffset`, whose column every table has. */
  readonly columns: { readonly [Field in Exclude<keyof Row, 'lastOffset'>]: Column };
  /** The fields of the primary key. */
  readonly key: readonly Exclude<keyof Row, 'lastOffset'>[];
  /** Finds rows by `keyOf`. */
  readonly keyCondition: Condition;
  readonly lookups: {
    readonly [Each in Lookup]: TableKind<Row, Lookup>['lookups'][Each] & { readonly condition: Condition };
  };
}

/**
 * Declares a table whose rows have this type; the names of its lookups are taken from the
 * declaration.
 */
export function declareTable<Row extends WithLastOffset>() {
  return <Lookup extends string = never>(declaration: TableDeclaration<Row, Lookup>) => declaration;
}

/** The rows whose column holds one of the values. */
export function anyOf(column: string): Condition {
  return (values) => `${column} = any(${values})`;
}
