import type { AccessTables, LookupOf, RowOf, TableName } from '../tables/access-tables.ts';

/**
 * Rows that a rule may read: the rows that a lookup finds under a value. For example, to count a
 * member's keys, a rule needs the rows that the lookup `member` of `keys` finds.
 */
export interface Need {
  readonly table: TableName;
  readonly lookup: string;
  readonly value: string;
  /**
   * When set, `value` is the key of a row of another table. The lookup then uses the value in a
   * field of that row.
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
 * A need may depend on one other row at most, because the key in `fieldOf` has to come from the
 * event. So every batch is loaded with one statement per table.
 */
export function need<Name extends TableName>(
  table: Name,
  lookup: LookupOf<Name>,
  value: string | NamedField,
): Need {
  if (typeof value === 'string') return { table, lookup, value, source: null };
  return { table, lookup, value: value.key, source: { table: value.table, field: value.field } };
}

/** The value of a field of the row with this key. The rule has to declare that row too. */
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

/** The value of a field of the row with this key; null without a row. */
export function fieldOfRow(tables: AccessTables, { table, field }: FieldSource, key: string): string | null {
  const row = tables[table].get(key) as Readonly<Record<string, string | null>> | undefined;
  return row?.[field] ?? null;
}
