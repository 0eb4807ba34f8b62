import { nameKey } from '../../../shared/domain/text.ts';
import type { Account } from '../directory/directory.ts';

type Accounts = ReadonlyMap<string, Account>;

/** By the accounts of a directory: they are sorted once, and not again for each key. */
const sorted = new WeakMap<Accounts, readonly Account[]>();

/** The accounts that have a name, as lists are sorted: by name key, then id. */
export function namedAccounts(accounts: Accounts): readonly Account[] {
  const known = sorted.get(accounts);
  if (known !== undefined) return known;
  const named = [...accounts.values()]
    .flatMap((account) => (account.name === null ? [] : [{ account, by: nameKey(account.name) }]))
    .sort((left, right) => compare(left.by, right.by) || compare(left.account.id, right.account.id))
    .map(({ account }) => account);
  sorted.set(accounts, named);
  return named;
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
