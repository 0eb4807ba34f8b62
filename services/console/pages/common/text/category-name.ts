import type { Category } from '../../../../../shared/domain/category.ts';

/** The order in which categories are listed. The server's own list would add zod to the pages. */
const names: Readonly<Record<Category, string>> = {
  stats: 'Stats',
  events: 'Events',
  activity: 'Activity',
  location_live: 'Live location',
  location_history: 'Location history',
  equipment: 'Equipment',
  inventory: 'Inventory',
};

export const allCategories = Object.keys(names) as Category[];

/** For example `Live location`. */
export function categoryName(category: Category): string {
  return names[category];
}

/** Several categories for use in a sentence; `everything` for all of them. */
export function categoryNames(some: readonly Category[]): string {
  if (some.length === allCategories.length) return 'everything';
  return some.map((category) => names[category].toLowerCase()).join(', ');
}
