import type { Category } from '../../../../../shared/domain/category.ts';

/** In the order in which lists of categories are given. The server's list comes with all of zod. */
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

/** As people read it: `Live location`. */
export function categoryName(category: Category): string {
  return names[category];
}

/** Several, as within a sentence; `everything` for all of them. */
export function categoryNames(some: readonly Category[]): string {
  if (some.length === allCategories.length) return 'everything';
  return some.map((category) => names[category].toLowerCase()).join(', ');
}
