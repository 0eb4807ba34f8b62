import { nameKey } from '../../../shared/domain/text.ts';
import type { Account } from '../model/entities.ts';

type Accounts = ReadonlyMap<string, Account>;

/** Sorted by name key, then id. */
export const namedAccounts = onceFor((accounts): readonly Account[] =>
  [...accounts.values()]
    .flatMap((account) => (account.name === null ? [] : [{ account, by: nameKey(account.name) }]))
    .sort((left, right) => compare(left.by, right.by) || compare(left.account.id, right.account.id))
    .map(({ account }) => account),
);

export const sortedIds = onceFor((accounts): readonly string[] => [...accounts.keys()].sort());

/** Cached by the `accounts` map, so that accounts are not sorted for each key. */
function onceFor<Sorted extends object>(sort: (accounts: Accounts) => Sorted): typeof sort {
  const sorted = new WeakMap<Accounts, Sorted>();
  return (accounts) => {
    const known = sorted.get(accounts);
    if (known !== undefined) return known;
    const made = sort(accounts);
    sorted.set(accounts, made);
    return made;
  };
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
