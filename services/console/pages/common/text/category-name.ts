import type { Category, ShareableCategory } from '../../../../../shared/domain/category.ts';

/** The order in which categories are listed. The server's own list would add zod to the pages. */
const names: Readonly<Record<ShareableCategory, string>> = {
  stats: 'Stats',
  events: 'Events',
  activity: 'Activity',
  location_live: 'Live location',
  location_history: 'Location history',
  equipment: 'Equipment',
  inventory: 'Inventory',
  bank: 'Bank',
};

export const allShareable = Object.keys(names) as ShareableCategory[];

/** The categories that keys read. */
export const allCategories = allShareable.filter((name): name is Category => name !== 'bank');

export function categoryName(category: ShareableCategory): string {
  return names[category];
}

/** For a sentence; `everything` for all that keys read. */
export function categoryNames(some: readonly Category[]): string {
  return some.length === allCategories.length ? 'everything' : lowerCaseNames(some);
}

export function sharedCategoryNames(some: readonly ShareableCategory[]): string {
  if (some.length === allShareable.length) return 'everything';
  const isAllOthers = some.length === allCategories.length && !some.includes('bank');
  return isAllOthers ? 'everything except the bank' : lowerCaseNames(some);
}

function lowerCaseNames(some: readonly ShareableCategory[]): string {
  return some.map((category) => names[category].toLowerCase()).join(', ');
}
