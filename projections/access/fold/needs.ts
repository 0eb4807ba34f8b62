import type { AccessTables, LookupOf, RowOf, TableName } from '../tables/access-tables.ts';

/** The rows that a lookup of a table finds under a value. */
export interface Need {
  readonly table: TableName;
  readonly lookup: string;
  readonly value: string;
  /**
   * When set, `value` is the key of a row of another table, and the lookup uses a field of that
   * row.
   */
  readonly source: FieldSource | null;
}

export interface FieldSource {
  readonly table: TableName;
  readonly field: string;
}

interface NamedField extends FieldSource {
  readonly key: string;
}

/**
 * The key in `fieldOf` has to come from the event, so that one statement per table loads a batch.
 */
export function need<Name extends TableName>(
  table: Name,
  lookup: LookupOf<Name>,
  value: string | NamedField,
): Need {
  if (typeof value === 'string') return { table, lookup, value, source: null };
  return { table, lookup, value: value.key, source: { table: value.table, field: value.field } };
}

/** The rule has to declare the row with this key too. */
export function fieldOf<Name extends TableName>(
  table: Name,
  key: string,
  field: TextFieldOf<RowOf<Name>>,
): NamedField {
  return { table, key, field };
}

type TextFieldOf<Row> = {
  [Field in keyof Row & string]: Row[Field] extends string | null ? Field : never;
}[keyof Row & string];

/** Null without a row. */
export function fieldOfRow(tables: AccessTables, { table, field }: FieldSource, key: string): string | null {
  const row = tables[table].get(key) as Readonly<Record<string, string | null>> | undefined;
  return row?.[field] ?? null;
}
