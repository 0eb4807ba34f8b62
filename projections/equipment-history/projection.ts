import type { Item } from '../../shared/domain/item.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import { accountProjection } from '../../shared/projection/tables/account-projection.ts';
import { historyTable, jsonColumn } from '../../shared/projection/tables/keyed-table.ts';
import { itemsOfRow, type StoredItems, storedItems } from './stored-items.ts';

/** The whole worn set after each change. `changed_at` is the record time, epoch ms. */
const change = historyTable({
  key: { changed_at: 'int8', offset: 'int8' },
  columns: { items: jsonColumn<StoredItems>() },
  newest: 1,
});

/**
 * Only another item id in a slot is a change, not quantity, price or name
 * (rules/histories.md#gear).
 */
export const equipmentHistoryProjection = accountProjection({
  name: 'equipment-history',
  version: { shape: 1, logic: 2 },
  events: [gearReported],
  tables: { change },
  keysOf: {},
  evolve: (rows, { data, recordTime, offset }) => {
    const items = data.worn?.items;
    const [newest] = rows.change.newest;
    if (items === undefined || (newest !== undefined && isSameSet(itemsOfRow(newest.items), items)))
      return {};
    return { change: [{ changed_at: recordTime, offset, items: storedItems(items) }] };
  },
});

function isSameSet(left: readonly Item[], right: readonly Item[]): boolean {
  const slotOf = (item: Item) => `${item.equipment_slot} ${item.id}`;
  const slots = new Set(left.map(slotOf));
  return left.length === right.length && right.every((item) => slots.has(slotOf(item)));
}
