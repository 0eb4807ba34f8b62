import type { AnswerOf, ParametersOf } from '../../../../../shared/client/api.ts';
import { useHubAnswer } from '../../read-api/use-hub-answer.ts';

const path = '/leaderboards/bosses';
const bossesMax = 1_000;

/** `value` counts the kills of all accounts that the viewer reads. */
export type KnownBoss = Pick<AnswerOf<typeof path>['data']['entries'][number], 'name' | 'value'>;

/**
 * The bosses that the guild killed, the most killed first. Undefined without an answer.
 * @param chosen identifies the range
 */
export function useKnownBosses(
  enabled: boolean,
  chosen: object = {},
  rangeOf: () => ParametersOf<typeof path> = () => ({}),
): readonly KnownBoss[] | undefined {
  const { body, isEarlier, error } = useHubAnswer(
    'known bosses',
    chosen,
    (client, signal) => client.get(path, { ...rangeOf(), limit: bossesMax }, signal),
    { enabled },
  );
  if (error !== null) return [];
  return isEarlier === true ? undefined : body?.data.entries;
}
