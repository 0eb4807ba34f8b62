import type { Category } from '../../../../../shared/domain/category.ts';
import { allCategories, categoryNames } from './category-name.ts';

interface SharingTextOptions {
  readonly isFuture?: boolean;
  /** Whether named members see some of the rest. */
  readonly isSharedWithSome?: boolean;
}

/**
 * Says in one or two sentences what the guild sees of an account, and what stays hidden.
 * @param shared the categories that every member sees
 */
export function guildSeesText(
  shared: readonly Category[],
  { isFuture = false, isSharedWithSome = false }: SharingTextOptions = {},
): string {
  const sees = isFuture ? 'will see' : 'sees';
  const hidden = allCategories.filter((category) => !shared.includes(category));
  const readers = isSharedWithSome ? 'you and the members whom you named' : 'you';
  if (hidden.length === 0) return `The whole guild ${sees} everything.`;
  if (shared.length === 0) return `The guild ${sees} nothing. Everything is only for ${readers}.`;
  return `The whole guild ${sees}: ${categoryNames(shared)}. Only for ${readers}: ${categoryNames(hidden)}.`;
}
