import {
  byCategory,
  type Category,
  categories,
  type DefaultSharing,
} from '../../../../shared/domain/category.ts';

export type CompleteSharing = Readonly<Record<Category, 'guild' | 'private'>>;

/** The guild sees the categories that a default leaves out. */
export function completeSharing(given: DefaultSharing): CompleteSharing {
  return byCategory(categories, (category) => given[category] ?? 'guild');
}
