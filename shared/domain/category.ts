import { z } from 'zod';

/**
 * The categories of data that an API key may read, in the order in which lists of categories are
 * given (decisions.md).
 */
export const categories = [
  'stats',
  'events',
  'activity',
  'location_live',
  'location_history',
  'equipment',
  'inventory',
] as const;

export const Category = z.enum(categories);
export type Category = z.infer<typeof Category>;

/**
 * The categories that an owner can share. `bank` is private until its owner shares it, whatever
 * `DEFAULT_SHARING` and the defaults of members say. No API key reads `bank` yet, so that no
 * existing key suddenly shows it.
 */
export const shareableCategories = [...categories, 'bank'] as const;

export const ShareableCategory = z.enum(shareableCategories);
export type ShareableCategory = z.infer<typeof ShareableCategory>;

/**
 * The audience of a category of an account: every active member and service API keys, named
 * members, or only the owner.
 */
export const Audience = z.enum(['guild', 'selected', 'private']);
export type Audience = z.infer<typeof Audience>;

/**
 * The audience of each category that API keys read, for a new account. A missing category is shared
 * with the guild.
 */
export const DefaultSharing = z.partialRecord(Category, Audience.exclude(['selected']));
export type DefaultSharing = z.infer<typeof DefaultSharing>;

/** A set of categories as bits, the first category being the lowest bit. */
export type CategoryMask = number;

const bitOf: Readonly<Record<Category, number>> = Object.fromEntries(
  categories.map((category, index) => [category, 1 << index]),
) as Record<Category, number>;

export function maskOf(list: Iterable<Category>): CategoryMask {
  let mask = 0;
  for (const category of list) mask |= bitOf[category];
  return mask;
}

export function hasCategory(mask: CategoryMask, category: Category): boolean {
  return (mask & bitOf[category]) !== 0;
}

/** The categories of a mask, in the fixed order. */
export function categoriesOf(mask: CategoryMask): Category[] {
  return categories.filter((category) => hasCategory(mask, category));
}
