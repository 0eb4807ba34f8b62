import { type FragmentSqlToken, sql } from 'slonik';

/** The accounts that a rank counts. */
export interface RankedAmong {
  /** Null for all. */
  readonly accountIds: readonly string[] | null;
  /** Orders accounts with the same value. */
  readonly compareIds: (left: string, right: string) => number;
}

/** Hashes the ids, which `any` compares one after another. */
export function ofAccounts(column: FragmentSqlToken, accountIds: readonly string[] | null): FragmentSqlToken {
  return accountIds === null
    ? sql.fragment`true`
    : sql.fragment`${column} in (select unnest(${sql.array(accountIds, 'text')}))`;
}
