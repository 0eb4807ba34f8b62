import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { HeldStates } from '../../../projections/account-state/queries/held-states.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import type { Item } from '../../../shared/domain/item.ts';

const places = { worn: 'equipment', carried: 'inventory' } as const;

type Visit = (
  items: readonly Item[],
  place: keyof typeof places,
  of: VisibleAccount,
  /** Epoch ms. */
  at: number,
) => void;

/** Visits the worn and carried items whose category the reader reads. */
export function visitItemsOnPlayers(
  visible: Reader['visible'],
  state: Pick<HeldStates, 'stateOf'>,
  visit: Visit,
): void {
  for (const [id, of] of visible) {
    const sections = state.stateOf(id);
    for (const place of ['worn', 'carried'] as const) {
      const section = sections[places[place]];
      if (section !== null && hasCategory(of.readable, places[place]))
        visit(section.items, place, of, section.at);
    }
  }
}
