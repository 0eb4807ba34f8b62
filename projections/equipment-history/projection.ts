import { Item, unknownItemName } from '../../shared/domain/item.ts';
import { canonicalItemId } from '../../shared/domain/worn-items.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import { accountProjection } from '../../shared/projection/tables/account-projection.ts';
import { historyTable } from '../../shared/projection/tables/keyed-table.ts';
import { packedList } from '../../shared/projection/tables/packed-list.ts';

/** The whole worn set after each change. `changed_at` is the record time, epoch ms. */
export const equipmentChange = historyTable({
  key: { changed_at: 'int8', offset: 'int8' },
  columns: { items: packedList(Item) },
  newest: 1,
});

/**
 * Only another item in a slot is a change, not quantity, price or name
 * (rules/histories.md#gear).
 */
export const equipmentHistoryProjection = accountProjection({
  name: 'equipment-history',
  version: { shape: 1, logic: 3 },
  events: [gearReported],
  tables: { change: equipmentChange },
  keysOf: {},
  evolve: (rows, { data, recordTime, offset }) => {
    const items = data.worn?.items;
    const [newest] = rows.change.newest;
    if (items === undefined) return {};
    if (newest === undefined || !isSameSet(newest.items, items))
      return { change: [{ changed_at: recordTime, offset, items }] };
    const named = withNames(newest.items, items);
    return named === null ? {} : { change: [{ ...newest, items: named }] };
  },
});

function isSameSet(left: readonly Item[], right: readonly Item[]): boolean {
  const slots = new Set(left.map(slotOf));
  return left.length === right.length && right.every((item) => slots.has(slotOf(item)));
}

/** Null when no item gets a name. A plugin without names may be the first to report an item. */
function withNames(known: readonly Item[], reported: readonly Item[]): Item[] | null {
  if (known.every(isNamed)) return null;
  const named = new Map(reported.filter(isNamed).map((item) => [slotOf(item), item]));
  if (!known.some((item) => !isNamed(item) && named.has(slotOf(item)))) return null;
  return known.map((item) => (isNamed(item) ? item : (named.get(slotOf(item)) ?? item)));
}

function isNamed({ id, name }: Item): boolean {
  return name !== null && name !== unknownItemName(id);
}

/** Plugins report the worn id or the id of the carried item. */
function slotOf(item: Item): string {
  return `${item.equipment_slot} ${canonicalItemId(item.id)}`;
}
