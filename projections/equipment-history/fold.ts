import { appendToChain, type Chain } from '../../shared/collections/chain.ts';
import type { Item } from '../../shared/domain/item.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gearReported } from '../../shared/events/types/gear-reported.ts';

export type EquipmentHistoryEvent = RecordedEventOf<typeof gearReported>;

/** `items` is the whole worn set after the change. */
export interface WornChange {
  readonly account_id: string;
  /** Record time, epoch ms. */
  readonly changed_at: number;
  readonly offset: number;
  readonly items: readonly Item[];
}

/** `worn` is null before the first change. `changes` has the changes of this batch. */
export interface WornState {
  readonly worn: readonly Item[] | null;
  readonly changes: Chain<WornChange>;
}

export const initialWorn: WornState = { worn: null, changes: null };

/**
 * Only another item id in a slot is a change, not quantity, price or name
 * (rules/histories.md#gear).
 */
export function evolveWorn(state: WornState, event: EquipmentHistoryEvent): WornState {
  const items = event.data.worn?.items;
  if (items === undefined || (state.worn !== null && sameSet(state.worn, items))) return state;
  const change: WornChange = {
    account_id: event.subject,
    changed_at: event.recordTime,
    offset: event.offset,
    items,
  };
  return { worn: items, changes: appendToChain(state.changes, change) };
}

function sameSet(left: readonly Item[], right: readonly Item[]): boolean {
  if (left.length !== right.length) return false;
  const slots = new Set(left.map(slotOf));
  return right.every((item) => slots.has(slotOf(item)));
}

function slotOf(item: Item): string {
  return `${item.equipment_slot} ${item.id}`;
}
