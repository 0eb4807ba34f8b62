import type { Category } from '../../../../../shared/domain/category.ts';
import { allCategories } from '../../common/text/category-name.ts';
import type { OwnAccount, SharedCategory } from '../../console-api/answers.ts';

/** Cells of the table of sharing: every one of these accounts with every one of these categories. */
export interface SharingSelection {
  readonly accountIds: readonly string[];
  readonly categories: readonly Category[];
}

export const emptySelection: SharingSelection = { accountIds: [], categories: [] };

/** What a press on a cell, a row, a column or the corner selects; a press on what is selected takes it back. */
export function toggleSelection(
  before: SharingSelection,
  accounts: readonly OwnAccount[],
  pressed: { readonly accountId?: string; readonly category?: Category },
): SharingSelection {
  const { accountId, category } = pressed;
  const next = {
    accountIds: accountId === undefined ? accounts.map(({ id }) => id) : [accountId],
    categories: category === undefined ? allCategories : [category],
  };
  return isSame(before, next) ? emptySelection : next;
}

export function isCellSelected(selection: SharingSelection, accountId: string, category: Category): boolean {
  return selection.accountIds.includes(accountId) && selection.categories.includes(category);
}

/** The audience that all selected cells have; null where they differ. */
export function commonSharing(
  selection: SharingSelection,
  accounts: readonly OwnAccount[],
): SharedCategory | null {
  const cells = accounts
    .filter(({ id }) => selection.accountIds.includes(id))
    .flatMap(({ sharing }) => selection.categories.map((category) => sharing[category]));
  const [first] = cells;
  if (first === undefined) return null;
  return cells.every((cell) => textOf(cell) === textOf(first)) ? first : null;
}

function textOf({ audience, members }: SharedCategory): string {
  return `${audience} ${[...members].sort().join()}`;
}

function isSame(one: SharingSelection, other: SharingSelection): boolean {
  return (
    one.accountIds.join() === other.accountIds.join() && one.categories.join() === other.categories.join()
  );
}
