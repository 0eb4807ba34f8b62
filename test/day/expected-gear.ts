import type { ReportedItem } from '../../services/demo/play/report.ts';
import { current, iso, type Sent } from './sent.ts';

/** `/equipment-history`, newest first. */
export function expectedChanges(sent: readonly Sent[]): { changed_at: string; items: object[] }[] {
  const changes: { changed_at: string; items: object[] }[] = [];
  let worn: string | null = null;
  for (const { report, received } of current(sent)) {
    const items = report.player.equipment?.items;
    if (items === undefined) continue;
    const set = items
      .map(({ id, equipmentSlot }) => `${equipmentSlot} ${id}`)
      .toSorted()
      .join();
    if (set !== worn) changes.push({ changed_at: iso(received), items: items.map(asAnswered) });
    worn = set;
  }
  return changes.toReversed();
}

export function asAnswered({
  id,
  name,
  quantity,
  gePrice,
  haPrice,
  equipmentSlot,
  inventorySlot,
}: ReportedItem): object {
  return {
    id,
    name,
    quantity,
    ge_price: gePrice,
    ha_price: haPrice,
    equipment_slot: equipmentSlot ?? null,
    inventory_slot: inventorySlot ?? null,
  };
}

/** `/wealth`, oldest first. */
export function expectedDays(
  sent: readonly Sent[],
): { day: string; last_value: number; max_value: number }[] {
  const days = new Map<string, number[]>();
  let worn = 0;
  let carried: number | null = null;
  for (const { report, at } of current(sent)) {
    worn = itemsWorth(report.player.equipment?.items) ?? worn;
    carried = itemsWorth(report.player.inventory?.items) ?? carried;
    if (carried === null) continue;
    const day = iso(at).slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), worn + carried]);
  }
  return [...days].map(([day, values]) => ({
    day,
    last_value: values.at(-1) ?? 0,
    max_value: Math.max(...values),
  }));
}

/** At guide prices; null when no items were sent. */
export function itemsWorth(items: readonly ReportedItem[] | undefined): number | null {
  return items === undefined
    ? null
    : items.reduce((sum, { gePrice, quantity }) => sum + gePrice * quantity, 0);
}
