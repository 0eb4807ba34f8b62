import type { AnswerOf } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { useHubAnswer } from '../read-api/use-hub-answer.ts';
import { type AccountData, missingCategory } from './account-sections.ts';

export type Boss = NonNullable<AnswerOf<'/accounts/{id}/kills'>['data']['bosses']>[number];

/** The tab of kills asks the same, so that a visit asks once. */
export function useKills(account: AccountData): readonly Boss[] {
  const { id } = account;
  const path = '/accounts/{id}/kills';
  const { body } = useHubAnswer(path, { id }, (client, signal) => client.get(path, { id }, signal), {
    enabled: missingCategory(account, 'events') === undefined,
  });
  return body?.data.bosses ?? [];
}

export function killBoardAddress(boss: string): string {
  return `${pagePaths.leaderboards}?${new URLSearchParams({ metric: 'kills', boss })}`;
}
