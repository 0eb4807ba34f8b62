import { z } from 'zod';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { AccountId } from '../../../shared/domain/account-id.ts';

/** How an answer names an account. */
export const AccountRef = z.object({ id: AccountId, name: z.string() });
export type AccountRef = z.infer<typeof AccountRef>;

export function accountRef({ account }: VisibleAccount): AccountRef {
  // A visible account has a name.
  return { id: account.id, name: account.name ?? '' };
}

/** The account in a path; an id of another form is an account that does not exist. */
export const accountPath = z.object({
  id: AccountId.meta({ description: 'The id of the account, as lists give it.', example: '4fK2mQ9xTz0b' }),
});
