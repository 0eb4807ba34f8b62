import type { AnswerOf } from '../../../../shared/client/api.ts';
import { boardAddress } from '../common/board-address.ts';
import type { AccountData } from './account-sections.ts';
import { useAccountAnswer } from './use-account-answer.ts';

export type Boss = NonNullable<AnswerOf<'/accounts/{id}/kills'>['data']['bosses']>[number];

/** The tab of kills asks the same, so that a visit asks once. */
export function useKills(account: AccountData): readonly Boss[] {
  const { body } = useAccountAnswer({ account, category: 'events', path: '/accounts/{id}/kills' });
  return body?.data.bosses ?? [];
}

/** The board keeps the row of the account in view. */
export function killBoardAddress(boss: string, account: string): string {
  return boardAddress({ metric: 'kills', boss, around: account });
}
