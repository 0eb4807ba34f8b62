import { onceFor } from '../../../shared/collections/once-for.ts';
import { hasLostName, nameLostAt } from '../model/account-names.ts';
import type { Account } from '../model/entities.ts';
import type { Directory } from './directory.ts';

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

/** Accounts by name key, for names that several accounts have. */
const sharedNamesOf = onceFor((accounts: Directory['accounts']) => {
  const byName = Map.groupBy(accounts.values(), ({ nameKey }) => nameKey);
  for (const [name, namesakes] of byName) if (namesakes.length === 1) byName.delete(name);
  return byName;
});
