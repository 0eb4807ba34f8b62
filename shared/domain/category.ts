import { z } from 'zod';

/**
 * The categories that an API key may read, in the order of all lists (rules/names.md#categories).
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
 * `bank` is private until its owner shares it, whatever `DEFAULT_SHARING` and the defaults of
 * members say. No API key reads `bank`, so that no existing key suddenly shows it.
 */
export const shareableCategories = [...categories, 'bank'] as const;

export const ShareableCategory = z.enum(shareableCategories);
export type ShareableCategory = z.infer<typeof ShareableCategory>;

/** Every active member and service API keys, named members, or only the owner. */
export const Audience = z.enum(['guild', 'selected', 'private']);
export type Audience = z.infer<typeof Audience>;

/** For a new account. A missing category is shared with the guild. */
export const DefaultSharing = z.partialRecord(Category, Audience.exclude(['selected']));
export type DefaultSharing = z.infer<typeof DefaultSharing>;

export function byCategory<Name extends ShareableCategory, Value>(
  names: readonly Name[],
  read: (category: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

/** Categories as bits; the first category is the lowest bit. */
export type CategoryMask = number;

const bitOf = byCategory(categories, (category) => 1 << categories.indexOf(category));

export function maskOf(list: Iterable<Category>): CategoryMask {
  let mask = 0;
  for (const category of list) mask |= bitOf[category];
  return mask;
}

export function hasCategory(mask: CategoryMask, category: Category): boolean {
  return (mask & bitOf[category]) !== 0;
}

export function categoriesOf(mask: CategoryMask): Category[] {
  return categories.filter((category) => hasCategory(mask, category));
}
