import { z } from 'zod';

/** The categories that a default may share, in the order of lists (rules/names.md#categories). */
export const defaultCategories = [
  'stats',
  'events',
  'activity',
  'location_live',
  'location_history',
  'equipment',
  'inventory',
] as const;

export const DefaultCategory = z.enum(defaultCategories);
export type DefaultCategory = z.infer<typeof DefaultCategory>;

/**
 * `bank` is private until its owner shares it, whatever `DEFAULT_SHARING` and the defaults of
 * members say.
 */
export const categories = [...defaultCategories, 'bank'] as const;

export const Category = z.enum(categories);
export type Category = z.infer<typeof Category>;

/** Every active member and service keys, named members, or only the owner. */
export const Audience = z.enum(['guild', 'selected', 'private']);
export type Audience = z.infer<typeof Audience>;

/** For a new account. A missing category is shared with the guild. */
export const DefaultSharing = z.partialRecord(DefaultCategory, Audience.exclude(['selected']));
export type DefaultSharing = z.infer<typeof DefaultSharing>;

export function byCategory<Name extends Category, Value>(
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
