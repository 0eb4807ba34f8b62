import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { HeldStates } from '../../../projections/account-state/queries/held-states.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import type { Item } from '../../../shared/domain/item.ts';

type Visit = (
  items: readonly Item[],
  place: 'worn' | 'carried',
  of: VisibleAccount,
  /** Epoch ms. */
  at: number,
) => void;

/** Visits the worn and carried items whose category the reader reads, in no order. */
export function visitItemsOnPlayers(
  visible: Reader['visible'],
  state: Pick<HeldStates, 'accounts'>,
  visit: Visit,
): void {
  for (const states of state.accounts()) {
    for (const [id, { equipment, inventory }] of states) {
      const of = visible.get(id);
      if (of === undefined) continue;
      if (equipment !== null && hasCategory(of.readable, 'equipment'))
        visit(equipment.items, 'worn', of, equipment.at);
      if (inventory !== null && hasCategory(of.readable, 'inventory'))
        visit(inventory.items, 'carried', of, inventory.at);
    }
  }
}
