import { hasLostName, type NameCandidate, nameLostAt } from '../model/account-names.ts';
import type { Account } from '../model/entities.ts';
import type { Directory } from './directory.ts';

type Accounts = Directory['accounts'];

/** Accounts by name key, for names that several accounts have. */
const sharedNames = new WeakMap<Accounts, ReadonlyMap<string, readonly Account[]>>();

/** Whether a name, compared as `nameKey`, means the account at present. */
export function hasName({ accounts }: Pick<Directory, 'accounts'>, account: Account, key: string): boolean {
  if (account.nameKey !== key) return false;
  return !hasLostName(account, sharedNamesOf(accounts).get(key) ?? []);
}

/** `nameLostAt` of an account of the directory. */
export function whenNameWasLost({ accounts }: Pick<Directory, 'accounts'>, account: Account): number | null {
  return account.nameKey === null
    ? null
    : nameLostAt(account, sharedNamesOf(accounts).get(account.nameKey) ?? []);
}

function sharedNamesOf(accounts: Accounts): ReadonlyMap<string, readonly NameCandidate[]> {
  const known = sharedNames.get(accounts);
  if (known !== undefined) return known;
  const byName = new Map<string, Account[]>();
  for (const account of accounts.values()) {
    if (account.nameKey === null) continue;
    const namesakes = byName.get(account.nameKey);
    if (namesakes === undefined) byName.set(account.nameKey, [account]);
    else namesakes.push(account);
  }
  for (const [name, namesakes] of byName) if (namesakes.length === 1) byName.delete(name);
  sharedNames.set(accounts, byName);
  return byName;
}
