import { onceFor } from '../../../shared/collections/once-for.ts';
import { nameKey } from '../../../shared/domain/text.ts';
import type { Account } from '../model/entities.ts';

type Accounts = ReadonlyMap<string, Account>;

// Kept with the `accounts` map, so that accounts are not sorted for each key.

/** Sorted by name key, then id. */
export const namedAccounts = onceFor((accounts: Accounts): readonly Account[] =>
  [...accounts.values()]
    .flatMap((account) => (account.name === null ? [] : [{ account, by: nameKey(account.name) }]))
    .sort((left, right) => compare(left.by, right.by) || compare(left.account.id, right.account.id))
    .map(({ account }) => account),
);

export const sortedIds = onceFor((accounts: Accounts): readonly string[] => [...accounts.keys()].sort());

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
