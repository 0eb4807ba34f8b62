import { byAccountName } from './account-names.ts';
import { type Account, heirOf, type IdentityLink } from './entities.ts';

export interface AccountsLeftBehind {
  /** Nobody else reports these accounts. */
  readonly withoutOwner: readonly Account[];
  readonly passedOn: readonly { readonly account: Account; readonly heirId: string }[];
}

type OwnedAccount = Pick<Account, 'ownerId' | 'contributorIds'>;

/** Whether an account of the member has no owner when the member is gone. */
export function isLeftWithoutOwner({ ownerId, contributorIds }: OwnedAccount, memberId: string): boolean {
  return (ownerId === memberId || ownerId === null) && contributorIds.length === 0;
}

/**
 * Sorted by name. Includes accounts without an owner that the member reported first: a departure
 * took the owner away.
 */
export function accountsLeftBehind(
  {
    accounts,
    identities,
  }: {
    readonly accounts: ReadonlyMap<string, Account>;
    readonly identities: ReadonlyMap<string, IdentityLink>;
  },
  memberId: string,
): AccountsLeftBehind {
  const reportedFirst = new Set(
    [...identities.values()].flatMap(({ accountId, memberIds: [first] }) =>
      first === memberId ? [accountId] : [],
    ),
  );
  const own = [...accounts.values()]
    .filter(({ id, ownerId }) => ownerId === memberId || (ownerId === null && reportedFirst.has(id)))
    .sort(byAccountName);
  return {
    withoutOwner: own.filter((account) => isLeftWithoutOwner(account, memberId)),
    passedOn: own.flatMap((account) => {
      const heirId = heirOf(account);
      return account.ownerId === memberId && heirId !== null ? [{ account, heirId }] : [];
    }),
  };
}
