import type { AnswerOf } from '../../../../shared/client/api.ts';
import { useHubAnswer } from './use-hub-answer.ts';

type Me = AnswerOf<'/me'>['data'];
export type ApiKeyCategory = Me['key']['categories'][number];

const everyMs = 5 * 60_000;

/** The key that asks; undefined until the hub said. */
export function useMe(): Me | undefined {
  return useHubAnswer('me', {}, (client, signal) => client.get('/me', {}, signal), { everyMs }).body?.data;
}

/** Whether the key reads a category at all; true until the hub said, so that nothing flashes. */
export function useCanRead(category: ApiKeyCategory): boolean {
  return useMe()?.key.categories.includes(category) ?? true;
}
