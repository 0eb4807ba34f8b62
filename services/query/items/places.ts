import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { HeldStates } from '../../../projections/account-state/queries/held-states.ts';
import { type StorageName, storageNames } from '../../../projections/item-storages/projection.ts';
import {
  type Holder,
  readHeldIds,
  readHolders,
} from '../../../projections/item-storages/queries/read-storages.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import type { QuotedSchema } from '../../../shared/postgres/quoted-schema.ts';
import { orderOfAccounts, readableAccountIds } from '../accounts/find-account.ts';
import { visitItemsOnPlayers } from './items-on-players.ts';

export const placeNames = ['worn', 'carried', ...storageNames] as const;

export interface Place {
  readonly of: VisibleAccount;
  readonly place: 'worn' | 'carried' | StorageName;
  readonly quantity: number;
  /** Epoch ms. */
  readonly at: number;
}

export interface HeldItem {
  readonly id: number;
  /** In all places except shared storages. */
  readonly quantity: number;
  /** The largest quantity first, then by name of the account, its id and the order of places. */
  readonly places: readonly Place[];
}

interface PlacesRequest {
  readonly sql: Sql;
  readonly schema: QuotedSchema;
  readonly reader: Reader;
  readonly state: Pick<HeldStates, 'accounts'>;
  /** In the order of the answer. */
  readonly itemIds: readonly number[];
  readonly itemsMax: number;
}

const placesMax = 500;

/** The first items that an account has, with the places that the reader reads. */
export async function findHeldItems(request: PlacesRequest): Promise<HeldItem[]> {
  const { sql, schema, reader, itemIds, itemsMax } = request;
  const accountIds = readableAccountIds(reader, 'bank');
  const onPlayers = placesOnPlayers(request);
  const stored = new Set(await readHeldIds(sql, { schema, itemIds, accountIds }));
  const order = orderOfPlaces(reader);
  let left = itemIds.filter((id) => onPlayers.has(id) || stored.has(id));
  const found: HeldItem[] = [];
  // An item is left out when only other copies of a shared storage have it.
  for (; left.length > 0 && found.length < itemsMax; left = left.slice(itemsMax)) {
    const ids = left.slice(0, itemsMax);
    const holders = await readHolders(sql, { schema, itemIds: ids, accountIds, limit: placesMax });
    const byItem = Map.groupBy(holders, ({ item_id }) => item_id);
    for (const id of ids) {
      const ofItem = byItem.get(id) ?? [];
      const carried = onPlayers.get(id) ?? [];
      const places = [...carried, ...placesInStorages(reader, ofItem)].sort(order);
      const quantity = carried.reduce((sum, place) => sum + place.quantity, ofItem[0]?.total ?? 0);
      if (places.length > 0) found.push({ id, quantity, places: places.slice(0, placesMax) });
    }
  }
  return found.slice(0, itemsMax);
}

/** Worn and carried items, by item. */
function placesOnPlayers({ reader, state, itemIds }: PlacesRequest): Map<number, Place[]> {
  const wanted = new Set(itemIds);
  const found = new Map<number, Place[]>();
  visitItemsOnPlayers(reader.visible, state, (items, place, of, at) => {
    // Most places have none of the items.
    if (!items.some(({ id }) => wanted.has(id))) return;
    const quantities = new Map<number, number>();
    for (const item of items)
      if (wanted.has(item.id)) quantities.set(item.id, (quantities.get(item.id) ?? 0) + item.quantity);
    for (const [itemId, quantity] of quantities) {
      const places = found.get(itemId) ?? [];
      found.set(itemId, places);
      places.push({ of, place, quantity, at });
    }
  });
  return found;
}

/** A shared storage counts as in `/accounts/{id}/bank` (rules/storages.md#shared-storage). */
function placesInStorages({ visible }: Reader, holders: readonly Holder[]): Place[] {
  return holders.flatMap(({ account_id, member_id, storage, quantity, updated_at, is_newest }) => {
    const of = visible.get(account_id);
    if (of === undefined) return [];
    const { ownerId } = of.account;
    const counts = member_id === '' || member_id === ownerId || (ownerId === null && is_newest);
    return counts ? { of, place: storage, quantity, at: updated_at } : [];
  });
}

function orderOfPlaces(reader: Reader): (one: Place, other: Place) => number {
  const compareAccounts = orderOfAccounts(reader);
  return (one, other) =>
    other.quantity - one.quantity ||
    compareAccounts(one.of.account.id, other.of.account.id) ||
    placeNames.indexOf(one.place) - placeNames.indexOf(other.place);
}
