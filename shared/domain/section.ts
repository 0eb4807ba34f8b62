import type { Category } from './category.ts';

/** The sections in which an account's live state is served, and the category that opens each (decisions.md, Section -> category). */
export const sectionCategory = {
  presence: 'activity',
  vitals: 'activity',
  skills: 'stats',
  location: 'location_live',
  equipment: 'equipment',
  inventory: 'inventory',
} as const satisfies Record<string, Category>;

export type SectionName = keyof typeof sectionCategory;
/** The categories that live state belongs to. */
export type StateCategory = (typeof sectionCategory)[SectionName];
