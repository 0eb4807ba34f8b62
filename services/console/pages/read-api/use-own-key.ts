import type { AnswerOf } from '../../../../shared/client/api.ts';
import { useAnswer } from './use-answer.ts';

type Me = AnswerOf<'/me'>['data'];
export type KeyCategory = Me['key']['categories'][number];

const everyMs = 5 * 60_000;

/** The key that asks; undefined until the hub said. */
export function useMe(): Me | undefined {
  return useAnswer('me', {}, (client, signal) => client.get('/me', {}, signal), { everyMs }).body?.data;
}

/** Whether the key reads a category at all; true until the hub said, so that nothing flashes. */
export function useMayRead(category: KeyCategory): boolean {
  return useMe()?.key.categories.includes(category) ?? true;
}
