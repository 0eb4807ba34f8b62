import type { AnswerOf, ParametersOf } from '../../../../../shared/client/api.ts';
import { type AnswerState, useHubAnswer } from '../../read-api/use-hub-answer.ts';

export const bossesPath = '/leaderboards/bosses';
export const listedBossesMax = 1_000;
type Bosses = AnswerOf<typeof bossesPath>;

/** `value` counts the kills of all accounts that the viewer reads. */
export type KnownBoss = Pick<Bosses['data']['entries'][number], 'name' | 'value'>;

/**
 * The bosses that the guild killed, the most killed first.
 * @param chosen identifies the range
 */
export function useBosses(
  options: Parameters<typeof useHubAnswer>[3],
  chosen: object = {},
  rangeOf: () => ParametersOf<typeof bossesPath> = () => ({}),
): AnswerState<Bosses> {
  return useHubAnswer(
    'known bosses',
    chosen,
    (client, signal) => client.get(bossesPath, { ...rangeOf(), limit: listedBossesMax }, signal),
    options,
  );
}

/** Undefined without an answer of this range. */
export function useKnownBosses(
  enabled: boolean,
  ...range: [object, () => ParametersOf<typeof bossesPath>] | []
): readonly KnownBoss[] | undefined {
  const { body, isEarlier, error } = useBosses({ enabled }, ...range);
  if (error !== null) return [];
  return isEarlier === true ? undefined : body?.data.entries;
}
