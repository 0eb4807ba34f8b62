import type { TableKind } from './row-index.ts';

/** The offset of the record that last wrote the row. */
export interface WithLastOffset {
  readonly lastOffset: number;
}

type Column = readonly [name: string, type: string];

/**
 * Finds rows by the values of a text array; `values` is the SQL of the array. May leave out rows
 * that expired before `since`, the earliest record time of the batch.
 */
export type Condition = (values: string, since: number) => string;

export interface TableDeclaration<Row extends WithLastOffset, Lookup extends string>
  extends TableKind<Row, Lookup> {
  /** The name in PostgreSQL. */
  readonly name: string;
  readonly columns: { readonly [Field in Exclude<keyof Row, 'lastOffset'>]: Column };
  /** The fields of the primary key. */
  readonly key: readonly Exclude<keyof Row, 'lastOffset'>[];
  /** Finds rows by `keyOf`. */
  readonly keyCondition: Condition;
  readonly lookups: {
    readonly [Each in Lookup]: TableKind<Row, Lookup>['lookups'][Each] & { readonly condition: Condition };
  };
}

/** Two calls, because TypeScript cannot infer `Lookup` in a call that gives `Row`. */
export function declareTable<Row extends WithLastOffset>() {
  return <Lookup extends string = never>(declaration: TableDeclaration<Row, Lookup>) => declaration;
}

export function anyOf(column: string): Condition {
  return (values) => `${column} = any(${values})`;
}
