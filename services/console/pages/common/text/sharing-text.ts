import type { ShareableCategory } from '../../../../../shared/domain/category.ts';
import { allShareable, sharedCategoryNames } from './category-name.ts';

interface SharingTextOptions {
  readonly isFuture?: boolean;
  /** Whether named members see some of the rest. */
  readonly isSharedWithSome?: boolean;
}

/** @param shared the categories that every member sees */
export function guildSeesText(
  shared: readonly ShareableCategory[],
  { isFuture = false, isSharedWithSome = false }: SharingTextOptions = {},
): string {
  const sees = isFuture ? 'will see' : 'sees';
  const hidden = allShareable.filter((category) => !shared.includes(category));
  const readers = isSharedWithSome ? 'you and the members whom you named' : 'you';
  const isBankHidden = hidden.length === 1 && hidden[0] === 'bank';
  if (hidden.length === 0 || isBankHidden) return `The whole guild ${sees} ${sharedCategoryNames(shared)}.`;
  if (shared.length === 0) return `The guild ${sees} nothing. Everything is only for ${readers}.`;
  return `The whole guild ${sees}: ${sharedCategoryNames(shared)}. Only for ${readers}: ${sharedCategoryNames(hidden)}.`;
}
