import type { Category, DefaultCategory } from '../../../../../shared/domain/category.ts';

/** The order in which categories are listed. The server's own list would add zod to the pages. */
const names: Readonly<Record<Category, string>> = {
  stats: 'Stats',
  events: 'Events',
  activity: 'Activity',
  location_live: 'Live location',
  location_history: 'Location history',
  equipment: 'Equipment',
  inventory: 'Inventory',
  bank: 'Bank',
};

/** A few words for the choice of categories. */
export const categoryContent: Readonly<Record<Category, string>> = {
  stats: 'levels, xp and gains',
  events: 'drops, kills, deaths, achievements',
  activity: 'when they play, and on which world',
  location_live: 'where they are now',
  location_history: 'where they were',
  equipment: 'what they wear',
  inventory: 'what they carry',
  bank: 'what they own, and its worth',
};

export const allCategories = Object.keys(names) as Category[];

/** The categories that a default may share. */
export const categoriesWithDefault = allCategories.filter((name): name is DefaultCategory => name !== 'bank');

export function categoryName(category: Category): string {
  return names[category];
}

/** For a sentence. */
export function categoryNames(some: readonly Category[]): string {
  if (some.length === allCategories.length) return 'everything';
  const isAllOthers = some.length === categoriesWithDefault.length && !some.includes('bank');
  return isAllOthers ? 'everything except the bank' : lowerCaseNames(some);
}

function lowerCaseNames(some: readonly Category[]): string {
  return some.map((category) => names[category].toLowerCase()).join(', ');
}
