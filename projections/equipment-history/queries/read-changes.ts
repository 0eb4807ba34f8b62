import { sql } from 'slonik';
import type { AccountRange } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import type { TableKey, TableRow } from '../../../shared/projection/tables/keyed-table.ts';
import { convertRows } from '../../../shared/projection/tables/packed-list.ts';
import { rowSchema } from '../../../shared/projection/tables/row-schema.ts';
import { equipmentChange } from '../projection.ts';

/** The whole worn set after a change at `changed_at`, epoch ms. */
export type EquipmentChange = TableRow<typeof equipmentChange>;

interface ChangesRequest extends AccountRange {
  /** Only changes older than this change; null begins with the newest. */
  readonly before: TableKey<typeof equipmentChange> | null;
  readonly limit: number;
}

/** Changes of the worn set in [from, to) (epoch ms), newest first. */
export async function readEquipmentChanges(
  database: Sql,
  { schema, accountId, from, to, before, limit }: ChangesRequest,
): Promise<readonly EquipmentChange[]> {
  const query = sql.type(rowSchema(equipmentChange))`
    select changed_at, "offset", items
    from ${generationTable(schema, 'change')}
    where account_id = ${accountId} and changed_at >= ${from}
      and (changed_at, "offset") < (${before?.changed_at ?? to}, ${before?.offset ?? 0})
    order by changed_at desc, "offset" desc
    limit ${limit}`;
  const rows = await database.many(statementOf(query, `equipment-changes ${schema}`));
  return convertRows(equipmentChange, rows, 'unpack');
}
