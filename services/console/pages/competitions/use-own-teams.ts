import type { AnswerOf } from '../../../../shared/client/api.ts';
import { useOwnAccounts } from '../read-api/use-readable-accounts.ts';

type Teams = Pick<AnswerOf<'/competitions/{id}'>['data'], 'teams'>;

/** The names of the teams with an own account. */
export function useOwnTeams({ teams }: Teams): readonly string[] {
  const own = useOwnAccounts();
  return teams.filter(({ accounts }) => accounts.some(({ id }) => own.includes(id))).map(({ name }) => name);
}
