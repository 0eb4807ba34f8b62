import { z } from 'zod';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { AccountId, AccountIdPattern } from '../../../shared/domain/account-id.ts';
import { commaList } from './parameters.ts';

export const AccountRef = z.object({ id: AccountId, name: z.string() }).meta({ id: 'AccountRef' });
export type AccountRef = z.infer<typeof AccountRef>;

export function accountRef({ account }: VisibleAccount): AccountRef {
  // An account without a name is never visible.
  return { id: account.id, name: account.name ?? '' };
}

export const exampleAccountId = '4fK2mQ9xTz0b';
export const otherExampleAccountId = '3xK09aPqLm2Z';
export const exampleAccount = { id: exampleAccountId, name: 'Quillon Fen' };

export const ListedAccountId = z.string().regex(AccountIdPattern, 'must list account ids');
export const accountIdForm = '[0-9A-Za-z]{1,64}';

/** An id with another pattern gets the answer of an unknown account. */
export const accountPath = z.object({
  id: AccountId.meta({ description: 'The id of the account, as lists give it.', example: exampleAccountId }),
});

/** The kind of a key decides how many accounts it may name (read-api.md 4). */
export const namedAccountsParameter = commaList(ListedAccountId, {
  max: 50,
  whenEmpty: 'nothing',
  required: true,
  form: accountIdForm,
}).meta({
  description: 'Comma list of 1 to 10 account ids, 50 for a service key.',
  example: `${exampleAccountId},${otherExampleAccountId}`,
});
