import { z } from 'zod';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { storageNames } from '../../../projections/item-storages/projection.ts';
import {
  readStorages,
  type StoredStorage,
} from '../../../projections/item-storages/queries/read-storages.ts';
import { Int64 } from '../../../shared/domain/integer-schemas.ts';
import { itemsValue } from '../../../shared/domain/item.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { Timestamp } from '../schemas/envelope.ts';
import { openEnum } from '../schemas/open-enum.ts';
import { shownTimeOf } from '../schemas/shown-time.ts';
import { ItemInAnswer } from '../schemas/state-sections.ts';
import type { ItemsById } from './item-catalogue.ts';

/** As many items as a bank can have. */
export const itemsOfStorageMax = 2_000;

const StorageName = openEnum('StorageName', storageNames);

export const StorageInAnswer = z
  .object({
    storage: StorageName,
    items: z.array(ItemInAnswer),
    value: Int64.nullable().meta({ description: 'The sum of all items. Null when no price is known.' }),
    updated_at: Timestamp,
  })
  .meta({ id: 'Storage' });

/**
 * The storages of an account that were ever sent, in a fixed order.
 * @param limit items of each storage; the value counts all items
 */
export async function storagesOf(
  sql: Sql,
  schema: QuotedSchema,
  visible: VisibleAccount,
  { known, limit }: { readonly known: ItemsById; readonly limit: number },
): Promise<z.infer<typeof StorageInAnswer>[]> {
  const { id: accountId, ownerId } = visible.account;
  const shownTime = shownTimeOf(visible);
  const stored = await readStorages(sql, { schema, accountId, ownerId });
  return stored
    .toSorted((one, other) => storageNames.indexOf(one.storage) - storageNames.indexOf(other.storage))
    .map(({ storage, updated_at, items: flat }) => {
      const items = itemsOf(flat, known);
      const isPriced = items.length === 0 || items.some(({ ge_price }) => ge_price !== null);
      return {
        storage,
        items: items.slice(0, limit),
        value: isPriced ? itemsValue(items) : null,
        updated_at: shownTime(updated_at),
      };
    });
}

function itemsOf(flat: StoredStorage['items'], known: ItemsById): z.infer<typeof ItemInAnswer>[] {
  return Array.from({ length: flat.length / 2 }, (_, place) => {
    const [id = 0, quantity = 0] = flat.slice(2 * place, 2 * place + 2);
    const { name, ge_price, ha_price } = known.get(id) ?? unknown;
    return { id, name, quantity, ge_price, ha_price, equipment_slot: null, inventory_slot: null };
  });
}

const unknown = { name: null, ge_price: null, ha_price: null };
