import type { AnswerOf } from '../../../../shared/client/api.ts';
import type { ApiKeyCategory } from '../read-api/use-key-rights.ts';

export type AccountData = AnswerOf<'/accounts/{id}'>['data'];
export type ShownItem = Extract<NonNullable<AccountData['equipment']>, { shared: true }>['items'][number];

/** The category, when the key cannot read it on this account. */
export function missingCategory(
  { categories }: AccountData,
  category: ApiKeyCategory,
): ApiKeyCategory | undefined {
  return categories.includes(category) ? undefined : category;
}

/** Null when the key cannot read the section or no plugin has sent it. */
export function readSection<Section extends { readonly shared: boolean }>(
  section: Section | undefined,
): Extract<Section, { readonly shared: true }> | null {
  return section?.shared === true ? (section as Extract<Section, { readonly shared: true }>) : null;
}

type Section = {
  [Name in keyof AccountData]-?: NonNullable<AccountData[Name]> extends { readonly shared: boolean }
    ? Name
    : never;
}[keyof AccountData];

const categoryOfSection: Readonly<Record<Section, ApiKeyCategory>> = {
  presence: 'activity',
  vitals: 'stats',
  skills: 'stats',
  location: 'location_live',
  equipment: 'equipment',
  inventory: 'inventory',
  bank: 'bank',
};

/** The account as a key with these categories reads it. */
export function withCategories(account: AccountData, categories: readonly ApiKeyCategory[]): AccountData {
  const hidden = Object.entries(categoryOfSection).filter(([, category]) => !categories.includes(category));
  const sections = Object.fromEntries(hidden.map(([section]) => [section, undefined]));
  return { ...account, ...sections, categories: [...categories] };
}
