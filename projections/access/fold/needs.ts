import type { AccessTables, LookupOf, RowOf, TableName } from '../tables/access-tables.ts';

/**
 * Rows that a rule may read: those that a lookup finds under a value. To count the keys of a member
 * a rule needs the rows of `keys` that the lookup `member` finds under the member's id.
 */
export interface Need {
  readonly table: TableName;
  readonly lookup: string;
  readonly value: string;
  /**
   * When given, `value` is the key of a row of that table, and the value looked up stands in this
   * field of it.
   */
  readonly source: FieldSource | null;
}

export interface FieldSource {
  readonly table: TableName;
  readonly field: string;
}

/**
 * A value that is not in the event, but in a row whose key is in the event: the member of a pairing
 * code.
 */
interface NamedField extends FieldSource {
  readonly key: string;
}

/**
 * Needs may depend on rows by one step only: the key in `fieldOf` comes from the event. So a batch
 * is loaded with one statement per table, whatever it holds.
 */
export function need<Name extends TableName>(
  table: Name,
  lookup: LookupOf<Name>,
  value: string | NamedField,
): Need {
  if (typeof value === 'string') return { table, lookup, value, source: null };
  return { table, lookup, value: value.key, source: { table: value.table, field: value.field } };
}

/** The value of a field of the row with this key. The row is to be declared as well. */
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

/** The value that stands in a field of the row with this key; null without a row. */
export function fieldOfRow(tables: AccessTables, { table, field }: FieldSource, key: string): string | null {
  const row = tables[table].get(key) as Readonly<Record<string, string | null>> | undefined;
  return row?.[field] ?? null;
}
