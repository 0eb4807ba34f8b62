import type { Sql } from '../../../shared/postgres/database.ts';
import type { WornChange } from '../fold.ts';

/** A change as it is read: when it was, and the whole set after it. */
export type EquipmentChange = Pick<WornChange, 'changed_at' | 'offset' | 'items'>;

/** Changes of the worn set in [from, to) (epoch ms), newest first. */
export async function readEquipmentChanges(
  sql: Sql,
  request: {
    readonly schema: string;
    readonly accountId: string;
    readonly from: number;
    readonly to: number;
    /** Continues below this change; null from the newest. */
    readonly before: Pick<WornChange, 'changed_at' | 'offset'> | null;
    readonly limit: number;
  },
): Promise<EquipmentChange[]> {
  const { schema, accountId, from, to, before, limit } = request;
  return sql.many({
    text: `select changed_at, "offset", items
           from ${schema}.change
           where account_id = $1 and changed_at >= $2
             and (changed_at, "offset") < ($3, $4)
           order by changed_at desc, "offset" desc
           limit $5`,
    values: [accountId, from, before?.changed_at ?? to, before?.offset ?? 0, limit],
    name: `equipment-changes ${schema}`,
  });
}
