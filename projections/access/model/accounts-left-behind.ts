import type { Account, IdentityLink } from './entities.ts';

/** The accounts of a member, by their state after an erasure of the member. */
export interface AccountsLeftBehind {
  /**
   * Accounts that nobody else reports. They have no owner afterwards, unless they are erased too.
   */
  readonly withoutOwner: readonly Account[];
  /** Accounts that pass to their first contributor. */
  readonly passedOn: readonly { readonly account: Account; readonly heirId: string }[];
}

/** The fields that decide whether an account has an owner after an erasure. */
type OwnedAccount = Pick<Account, 'ownerId' | 'contributorIds'>;

/** Whether an account of the member has no owner when the member is gone. */
export function isLeftWithoutOwner({ ownerId, contributorIds }: OwnedAccount, memberId: string): boolean {
  return (ownerId === memberId || ownerId === null) && contributorIds.length === 0;
}

/**
 * The accounts that a member owns. For a member who left, these are the accounts without an owner
 * that the member reported first: the departure took the owner away.
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
  const own = [...accounts.values()].filter(
    ({ id, ownerId }) => ownerId === memberId || (ownerId === null && reportedFirst.has(id)),
  );
  return {
    withoutOwner: own.filter((account) => isLeftWithoutOwner(account, memberId)),
    passedOn: own.flatMap((account) => {
      const [heirId] = account.contributorIds;
      return account.ownerId === memberId && heirId !== undefined ? [{ account, heirId }] : [];
    }),
  };
}
