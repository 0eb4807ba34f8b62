import type { AnswerOf } from '../../../../shared/client/api.ts';
import { exactAmount, humanizeName } from '../common/text/format.ts';

export type FoundItem = AnswerOf<'/items'>['data']['items'][number];
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

/** Each player has one entry. The largest quantity comes first. */
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
    .sort((one, other) => (other.quantity ?? 0) - (one.quantity ?? 0));
}

/** For example “Worn, bank 3”. One place has the whole quantity. */
export function placesText({ places }: Pick<ItemHolder, 'places'>): string {
  const text = places.map(({ place, quantity }) =>
    quantity === 1 || (places.length === 1 && place !== 'shared_storage')
      ? place
      : `${place} ${exactAmount(quantity)}`,
  );
  return humanizeName(text.join(', '));
}

/** Names that begin with a sought name come first, then items of many players. */
export function inOrder(items: readonly FoundItem[], sought: readonly string[]): readonly FoundItem[] {
  const begins = sought.map((name) => name.trim().toLowerCase());
  const rank = (name: string | null): number => {
    const text = name?.toLowerCase();
    if (text === undefined || !begins.some((begin) => text.startsWith(begin))) return 2;
    return begins.includes(text) ? 0 : 1;
  };
  return items
    .map((item) => ({ item, rank: rank(item.name), players: playersOf(item) }))
    .sort(
      (one, other) =>
        one.rank - other.rank || other.players - one.players || other.item.quantity - one.item.quantity,
    )
    .map(({ item }) => item);
}

export function playersOf({ places }: Pick<FoundItem, 'places'>): number {
  return new Set(places.map(({ account }) => account.id)).size;
}
