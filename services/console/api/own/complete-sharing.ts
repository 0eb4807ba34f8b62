import { type Category, categories, type DefaultSharing } from '../../../../shared/domain/category.ts';

/** The audience of every category of a new account. */
export type CompleteSharing = Readonly<Record<Category, 'guild' | 'private'>>;

/** Fills in the categories that a default leaves out. The guild sees them. */
export function completeSharing(given: DefaultSharing): CompleteSharing {
  return Object.fromEntries(
    categories.map((category) => [category, given[category] ?? 'guild']),
  ) as CompleteSharing;
}
