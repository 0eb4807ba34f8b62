import type { Reader, VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import type { HeldStates } from '../../../projections/account-state/queries/held-states.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import type { Item } from '../../../shared/domain/item.ts';

export interface ItemsOnPlayer {
  readonly of: VisibleAccount;
  readonly place: 'worn' | 'carried';
  /** Epoch ms. */
  readonly at: number;
  readonly items: readonly Item[];
}

const categoryOf = { worn: 'equipment', carried: 'inventory' } as const;

/** The worn and carried items whose category the reader reads. */
export function* readItemsOnPlayers(
  visible: Reader['visible'],
  state: Pick<HeldStates, 'stateOf'>,
): Generator<ItemsOnPlayer> {
  for (const [id, of] of visible) {
    const sections = state.stateOf(id);
    for (const place of ['worn', 'carried'] as const) {
      const category = categoryOf[place];
      const section = sections[category];
      if (section !== null && hasCategory(of.readable, category))
        yield { of, place, at: section.at, items: section.items };
    }
  }
}
