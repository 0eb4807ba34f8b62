import type { Category } from './category.ts';

/**
 * The sections of an account's live state, and the category of each section (decisions.md, Section
 * -> category).
 */
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
