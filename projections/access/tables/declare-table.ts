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
  /** The fields of the primary key. Several fields need their own `keyOf` and `keyCondition`. */
  readonly key: readonly [Exclude<keyof Row, 'lastOffset'>, ...Exclude<keyof Row, 'lastOffset'>[]];
  /** Finds rows by `keyOf`. */
  readonly keyCondition: Condition;
  readonly lookups: {
    readonly [Each in Lookup]: TableKind<Row, Lookup>['lookups'][Each] & { readonly condition: Condition };
  };
}

type KeyPart = 'keyOf' | 'keyCondition';
type Declared<Row extends WithLastOffset, Lookup extends string> = Omit<
  TableDeclaration<Row, Lookup>,
  KeyPart
> &
  Partial<Pick<TableDeclaration<Row, Lookup>, KeyPart>>;

/** Two calls, because TypeScript cannot infer `Lookup` in a call that gives `Row`. */
export function declareTable<Row extends WithLastOffset>() {
  return <Lookup extends string = never>(declared: Declared<Row, Lookup>): TableDeclaration<Row, Lookup> => {
    const [field] = declared.key;
    const [column] = declared.columns[field];
    return { keyOf: (row) => row[field] as string, keyCondition: anyOf(column), ...declared };
  };
}

/** The value under which lookups without a value find their rows. */
export const anyValue = 'yes';

export function anyOf(column: string): Condition {
  return (values) => `${column} = any(${values})`;
}
