import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { type AnswerState, useHubAnswer } from '../../read-api/use-hub-answer.ts';
import { useMe } from '../../read-api/use-key-rights.ts';

export type FoundItem = AnswerOf<'/items'>['data']['items'][number];

export const foundItemsMax = 50;
/** The categories of the places that hold items. */
export const ofPlaces = ['equipment', 'inventory', 'bank'] as const;

/** True before the first answer. */
export function useCanReadItems(): boolean {
  const readable = useMe()?.key.categories;
  return readable === undefined || ofPlaces.some((category) => readable.includes(category));
}

/** The ids and names of a comma list. */
export function soughtOf(find: string): readonly string[] {
  return find
    .split(',')
    .filter((text) => text.trim() !== '')
    .slice(0, 50);
}

export function wantedItemsOf(find: string, limit = foundItemsMax) {
  return { items: soughtOf(find), limit };
}

/** Asks nothing without a name or an id. */
export function useFoundItems(
  find: string,
  { limit, everyMs }: { readonly limit?: number; readonly everyMs?: number },
): AnswerState<readonly FoundItem[]> {
  const wanted = wantedItemsOf(find, limit);
  return useHubAnswer(
    'items',
    wanted,
    async (client, signal) => {
      const { data } = await client.get('/items', wanted, signal);
      return data.items;
    },
    { enabled: wanted.items.length > 0, ...(everyMs !== undefined && { everyMs }) },
  );
}
