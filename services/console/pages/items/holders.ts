import { itemWorth } from '../common/items/item-tile.tsx';
import type { FoundItem } from '../common/items/use-found-items.ts';
import { compareNames } from '../common/text/account-name.ts';
import { exactAmount, humanizeName } from '../common/text/format.ts';

type Place = FoundItem['places'][number];

export interface ItemHolder {
  readonly account: Place['account'];
  readonly places: readonly Place[];
  /** In all places except shared storages. Null when only a shared storage has the item. */
  readonly quantity: number | null;
  /** The newest report, ISO-8601. */
  readonly at: string;
}

const onPlayer = ['carried', 'worn'];

/** Each player has one entry. The largest quantity comes first, then by name. */
export function holdersOf({ places }: Pick<FoundItem, 'places'>): readonly ItemHolder[] {
  return [...Map.groupBy(places, ({ account }) => account.id).values()]
    .flatMap((of): ItemHolder[] => {
      const [first] = of;
      if (first === undefined) return [];
      const own = of.filter(({ place }) => place !== 'shared_storage');
      const quantity = own.length === 0 ? null : own.reduce((sum, place) => sum + place.quantity, 0);
      const at = of.reduce((newest, { updated_at }) => (updated_at > newest ? updated_at : newest), '');
      const order = ({ place }: Place) => onPlayer.indexOf(place);
      return [
        {
          ...{ account: first.account, quantity, at },
          places: of.toSorted((one, other) => order(other) - order(one)),
        },
      ];
    })
    .sort(
      (one, other) => (other.quantity ?? 0) - (one.quantity ?? 0) || compareNames(one.account, other.account),
    );
}

/** For example “Worn 1, bank 3”. One place has the whole quantity. */
export function placesText({ places }: Pick<ItemHolder, 'places'>): string {
  const text = places.map(({ place, quantity }) =>
    places.length === 1 && (quantity === 1 || place !== 'shared_storage')
      ? place
      : `${place} ${exactAmount(quantity)}`,
  );
  return humanizeName(text.join(', '));
}

export const itemOrders = ['worth', 'quantity', 'players', 'name'] as const;
export type ItemOrder = (typeof itemOrders)[number];

const sizeBy: Readonly<Record<Exclude<ItemOrder, 'name'>, (item: FoundItem) => number>> = {
  quantity: ({ quantity }) => quantity,
  players: playersOf,
  worth: (item) => itemWorth(item) ?? -1,
};

/** The largest comes first. The hub has ordered by name. */
export function inOrder(items: readonly FoundItem[], order: ItemOrder): readonly FoundItem[] {
  if (order === 'name') return items;
  return items.toSorted((one, other) => sizeBy[order](other) - sizeBy[order](one));
}

export function playersOf({ places }: Pick<FoundItem, 'places'>): number {
  return new Set(places.map(({ account }) => account.id)).size;
}
