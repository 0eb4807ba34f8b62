import type { Category } from '../../../../../shared/domain/category.ts';
import { allCategories, categoryNames } from './category-name.ts';

interface SharingTextOptions {
  readonly isFuture?: boolean;
  /** Whether named members see some of the rest. */
  readonly isSharedWithSome?: boolean;
}

/** @param shared the categories that every member sees */
export function guildSeesText(
  shared: readonly Category[],
  { isFuture = false, isSharedWithSome = false }: SharingTextOptions = {},
): string {
  const sees = isFuture ? 'will see' : 'sees';
  const hidden = allCategories.filter((category) => !shared.includes(category));
  const readers = isSharedWithSome ? 'you and the members whom you named' : 'you';
  const isBankHidden = hidden.length === 1 && hidden[0] === 'bank';
  if (hidden.length === 0 || isBankHidden) return `The whole guild ${sees} ${categoryNames(shared)}.`;
  if (shared.length === 0) return `The guild ${sees} nothing. Everything is only for ${readers}.`;
  return `The whole guild ${sees}: ${categoryNames(shared)}. Only for ${readers}: ${categoryNames(hidden)}.`;
}
