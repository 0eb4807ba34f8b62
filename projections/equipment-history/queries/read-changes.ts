import { sql } from 'slonik';
import { z } from 'zod';
import type { Item } from '../../../shared/domain/item.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { itemsOfRow, StoredItems } from '../stored-items.ts';

/** The whole worn set after a change at `changed_at`, epoch ms. */
export type EquipmentChange = Place & { readonly items: readonly Item[] };
type Place = { readonly changed_at: number; readonly offset: number };

const ChangeRow = z.object({ changed_at: z.int(), offset: z.int(), items: StoredItems });

/** Changes of the worn set in [from, to) (epoch ms), newest first. */
export async function readEquipmentChanges(
  database: Sql,
  request: {
    readonly schema: QuotedSchema;
    readonly accountId: string;
    readonly from: number;
    readonly to: number;
    /** Only changes older than this change; null begins with the newest. */
    readonly before: Place | null;
    readonly limit: number;
  },
): Promise<EquipmentChange[]> {
  const { schema, accountId, from, to, before, limit } = request;
  const query = sql.type(ChangeRow)`
    select changed_at, "offset", items
    from ${generationTable(schema, 'change')}
    where account_id = ${accountId} and changed_at >= ${from}
      and (changed_at, "offset") < (${before?.changed_at ?? to}, ${before?.offset ?? 0})
    order by changed_at desc, "offset" desc
    limit ${limit}`;
  const rows = await database.many(statementOf(query, `equipment-changes ${schema}`));
  return rows.map((row) => ({ ...row, items: itemsOfRow(row.items) }));
}
