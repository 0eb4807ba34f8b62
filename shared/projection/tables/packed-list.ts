import type { z } from 'zod';
import type { AnyRow } from './account-rows.ts';
import type { AnyTable, PackedColumn } from './keyed-table.ts';

/**
 * A column with a list of objects. To save space, the table has only the values of each object, in
 * the order of the schema. Lists of objects, which earlier releases stored, are read too.
 */
export function packedList<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): PackedColumn<readonly z.infer<typeof schema>[]> {
  const names = Object.keys(schema.shape);
  const objectOf = (values: readonly unknown[]): AnyRow => {
    const object: Record<string, unknown> = {};
    for (const [index, name] of names.entries()) object[name] = values[index];
    return object;
  };
  return {
    type: 'json',
    pack: (list) => list.map((object) => names.map((name) => (object as AnyRow)[name])),
    unpack: (stored) => stored.map((each) => (Array.isArray(each) ? objectOf(each) : each) as never),
  };
}

/** Packs rows for the table, or unpacks rows of the table. */
export function convertRows<Row extends AnyRow>(
  { columns }: Pick<AnyTable, 'columns'>,
  rows: readonly Row[],
  to: 'pack' | 'unpack',
): readonly Row[] {
  const packed = Object.entries(columns).flatMap(([name, column]) =>
    typeof column === 'string' ? [] : [[name, column[to]] as const],
  );
  if (packed.length === 0) return rows;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(packed.map(([name, convert]) => [name, convert(row[name] as never)])),
  }));
}
