import { type FragmentSqlToken, sql } from 'slonik';

/** The accounts that a rank counts. */
export interface RankedAccounts {
  readonly ids: readonly string[];
  /** Whether these are all accounts but `ids`. The shorter list makes the faster statement. */
  readonly areLeftOut: boolean;
}

/**
 * The number of ranked accounts with better rows.
 * @param all the number of all accounts, as from a small index
 * @param listed the number of the accounts in `ids`
 */
export function countRanked(
  { areLeftOut }: RankedAccounts,
  all: FragmentSqlToken,
  listed: FragmentSqlToken,
): FragmentSqlToken {
  return areLeftOut ? sql.fragment`(${all} - ${listed})` : listed;
}

/**
 * @param compareIds orders equal accounts
 * @returns counts the ranked accounts among equal accounts that come before the account
 */
export function countEqualBefore(
  { ids, areLeftOut }: RankedAccounts,
  accountId: string,
  compareIds: (left: string, right: string) => number,
): (equal: readonly string[]) => number {
  const listed = new Set(ids);
  return (equal) =>
    equal.filter((id) => listed.has(id) !== areLeftOut && compareIds(id, accountId) < 0).length;
}
