import { sql } from 'slonik';
import { z } from 'zod';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { storageNames } from '../projection.ts';

const StoredStorage = z.object({
  storage: z.enum(storageNames),
  updated_at: z.int(),
  items: z.array(z.int()),
});
export type StoredStorage = z.infer<typeof StoredStorage>;

/**
 * The storages of an account; times are epoch ms. The shared storage is the copy of the owner, or
 * the newest copy without an owner (rules/storages.md#shared-storage).
 */
export async function readStorages(
  database: Sql,
  { schema, accountId, ownerId }: AccountInTables & { readonly ownerId: string | null },
): Promise<readonly StoredStorage[]> {
  const query = sql.type(StoredStorage)`
    select distinct on (storage) storage, updated_at, items
    from ${generationTable(schema, 'storage')}
    where account_id = ${accountId} and (member_id = '' or ${ownerId}::text is null or member_id = ${ownerId})
    order by storage, updated_at desc, member_id`;
  return database.many(statementOf(query, `storages ${schema}`));
}
