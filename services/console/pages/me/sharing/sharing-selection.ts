import type { Category } from '../../../../../shared/domain/category.ts';
import { categoriesWithDefault } from '../../common/text/category-name.ts';
import type { OwnAccount, SharedCategory } from '../../console-api/answers.ts';

/**
 * The selected cells of the grid: each category of `categories` for each account of `accountIds`.
 */
export interface SharingSelection {
  readonly accountIds: readonly string[];
  readonly categories: readonly Category[];
}

export const emptySelection: SharingSelection = { accountIds: [], categories: [] };

/**
 * A second press on the same cell, category, account or “all” clears the selection. A press on an
 * account or on “all” selects every category except the bank, so that nobody shares the bank by
 * accident.
 */
export function toggleSelection(
  before: SharingSelection,
  accounts: readonly OwnAccount[],
  pressed: { readonly accountId?: string; readonly category?: Category },
): SharingSelection {
  const { accountId, category } = pressed;
  const next = {
    accountIds: accountId === undefined ? accounts.map(({ id }) => id) : [accountId],
    categories: category === undefined ? categoriesWithDefault : [category],
  };
  return isSame(before, next) ? emptySelection : next;
}

export function isCellSelected(selection: SharingSelection, accountId: string, category: Category): boolean {
  return selection.accountIds.includes(accountId) && selection.categories.includes(category);
}

/** Null when the selected cells have different audiences. */
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
