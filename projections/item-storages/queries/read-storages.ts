import { sql } from 'slonik';
import { z } from 'zod';
import type { AccountInTables } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { ofAccounts } from '../../../shared/postgres/rows-of-accounts.ts';
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

export interface HoldersRequest {
  readonly schema: QuotedSchema;
  readonly itemIds: readonly number[];
  /** Only storages of these accounts; null for all. */
  readonly accountIds: readonly string[] | null;
}

const HeldId = z.object({ item_id: z.int() });

/** The items that a storage has. */
export async function readHeldIds(database: Sql, request: HoldersRequest): Promise<readonly number[]> {
  const { schema, itemIds, accountIds } = request;
  const query = sql.type(HeldId)`
    select item_id
    from unnest(${sql.array(itemIds, 'int4')}) as wanted (item_id)
    where exists (
      select
      from ${generationTable(schema, 'stored_item')} as stored
      where stored.item_id = wanted.item_id
        and ${ofAccounts(sql.fragment`stored.account_id`, accountIds)}
    )`;
  const rows = await database.many(statementOf(query, `held-ids ${accountIds === null} ${schema}`));
  return rows.map(({ item_id }) => item_id);
}

const Holder = z.object({
  item_id: z.int(),
  account_id: z.string(),
  storage: z.enum(storageNames),
  member_id: z.string(),
  quantity: z.int(),
  total: z.int(),
  updated_at: z.int(),
  /** Whether no other member has a newer copy of this shared storage. */
  is_newest: z.boolean(),
});
export type Holder = z.infer<typeof Holder>;

/**
 * The storages with the largest quantities of each item, at least `limit` of them if so many have
 * it, and all shared storages. `total` is the quantity in all storages that are not shared.
 */
export async function readHolders(
  database: Sql,
  { schema, itemIds, accountIds, limit }: HoldersRequest & { readonly limit: number },
): Promise<readonly Holder[]> {
  const query = sql.type(Holder)`
    with held as (
      select item_id, account_id, storage, member_id, quantity,
        coalesce(sum(quantity) filter (where member_id = '') over (partition by item_id), 0)::bigint as total,
        rank() over (partition by item_id, member_id = '' order by quantity desc) as place
      from ${generationTable(schema, 'stored_item')} as stored
      where item_id = any(${sql.array(itemIds, 'int4')})
        and ${ofAccounts(sql.fragment`stored.account_id`, accountIds)}
    )
    select item_id, account_id, storage, member_id, quantity, total, updated_at,
      member_id = '' or not exists (
        select
        from ${generationTable(schema, 'storage')} as newer
        where newer.account_id = held.account_id
          and newer.storage = held.storage
          and (newer.updated_at, held.member_id) > (stored.updated_at, newer.member_id)
      ) as is_newest
    from held
    join ${generationTable(schema, 'storage')} as stored using (account_id, storage, member_id)
    where place <= ${limit} or member_id <> ''`;
  return database.many(statementOf(query, `holders ${accountIds === null} ${schema}`));
}
