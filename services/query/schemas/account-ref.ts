import { z } from 'zod';
import type { VisibleAccount } from '../../../projections/access/visibility/reader.ts';
import { AccountId } from '../../../shared/domain/account-id.ts';

/** An account as answers refer to it. */
export const AccountRef = z.object({ id: AccountId, name: z.string() });
export type AccountRef = z.infer<typeof AccountRef>;

export function accountRef({ account }: VisibleAccount): AccountRef {
  // An account without a name is never visible.
  return { id: account.id, name: account.name ?? '' };
}

/** The account id in a path. An id that does not match the pattern is answered as an unknown account. */
export const accountPath = z.object({
  id: AccountId.meta({ description: 'The id of the account, as lists give it.', example: '4fK2mQ9xTz0b' }),
});
