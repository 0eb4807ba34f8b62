import type { Category } from './category.ts';

/** The category of each section of live state (rules/names.md#category-of-a-section). */
export const sectionCategory = {
  presence: 'activity',
  vitals: 'activity',
  skills: 'stats',
  location: 'location_live',
  equipment: 'equipment',
  inventory: 'inventory',
} as const satisfies Record<string, Category>;

export type SectionName = keyof typeof sectionCategory;
export type StateCategory = (typeof sectionCategory)[SectionName];
