import type { AnswerOf } from '../../../../shared/client/api.ts';
import { useHubAnswer } from './use-hub-answer.ts';

type Me = AnswerOf<'/me'>['data'];
export type ApiKeyCategory = Me['key']['categories'][number];

const everyMs = 5 * 60_000;

/** Undefined before the first answer. */
export function useMe(): Me | undefined {
  return useHubAnswer('me', {}, (client, signal) => client.get('/me', {}, signal), { everyMs }).body?.data;
}

/** True before the first answer, so that no warning flashes. */
export function useCanRead(category: ApiKeyCategory): boolean {
  return useMe()?.key.categories.includes(category) ?? true;
}
