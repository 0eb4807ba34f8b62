import type { AnswerOf } from '../../../../shared/client/api.ts';
import type { ApiKeyCategory } from '../read-api/use-me.ts';

/** An account with its live sections. */
export type AccountData = AnswerOf<'/accounts/{id}'>['data'];
export type ShownItem = Extract<NonNullable<AccountData['equipment']>, { shared: true }>['items'][number];

/** The category, where the key does not read it on this account. */
export function missingCategory(
  { categories }: AccountData,
  category: ApiKeyCategory,
): ApiKeyCategory | undefined {
  return categories.includes(category) ? undefined : category;
}

/** What was sent of a section; null where the key may not read it, or the plugin never sent it. */
export function readSection<Section extends { readonly shared: boolean }>(
  section: Section | undefined,
): Extract<Section, { readonly shared: true }> | null {
  return section?.shared === true ? (section as Extract<Section, { readonly shared: true }>) : null;
}
