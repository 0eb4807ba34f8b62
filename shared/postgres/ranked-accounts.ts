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
 * The ranked accounts among equal accounts that come before this account.
 * @param compareIds orders equal accounts
 */
export function countEqualBefore(
  { ids, areLeftOut }: RankedAccounts,
  equal: readonly string[],
  accountId: string,
  compareIds: (left: string, right: string) => number,
): number {
  const listed = new Set(ids);
  return equal.filter((id) => listed.has(id) !== areLeftOut && compareIds(id, accountId) < 0).length;
}
