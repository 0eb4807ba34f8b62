import { z } from 'zod';
import type { CopyType } from '../../postgres/copy/binary-copy.ts';
import { type AnyTable, columnsOf, nullableOf, type TableRow } from './keyed-table.ts';

const schemas: Readonly<Record<CopyType, z.ZodType>> = {
  ...{ text: z.string(), uuid: z.uuid(), date: z.iso.date(), bool: z.boolean() },
  ...{ int8: z.int(), int4: z.int(), int2: z.int(), 'int4[]': z.array(z.int()) },
  ...{ json: z.json(), bytea: z.instanceof(Buffer) },
};

type RowSchema<Row> = z.ZodObject<{ -readonly [Name in keyof Row]: z.ZodType<Row[Name]> }>;

/**
 * The columns of a declared table as a query reads them, without `account_id`. A query casts a date
 * to text, and gives packed columns to `convertRows`.
 */
export function rowSchema<Table extends AnyTable>(table: Table): RowSchema<TableRow<Table>> {
  const nullable = nullableOf(table);
  const { account_id: _, ...columns } = columnsOf(table);
  const fields = Object.entries(columns).map(([name, type]) => [
    name,
    nullable.includes(name) ? schemas[type].nullable() : schemas[type],
  ]);
  return z.object(Object.fromEntries(fields)) as never;
}
