import { type FragmentSqlToken, sql } from 'slonik';

/** Hashes the ids, which `any` compares one after another. */
export function ofAccounts(column: FragmentSqlToken, accountIds: readonly string[] | null): FragmentSqlToken {
  return accountIds === null
    ? sql.fragment`true`
    : sql.fragment`${column} in (select unnest(${sql.array(accountIds, 'text')}))`;
}

const listedMax = 500;

/** Null for many accounts: a query is faster without their list, and its caller filters rows. */
export function listedIds(ids: readonly string[]): readonly string[] | null {
  return ids.length > listedMax ? null : ids;
}

/**
 * The rows of these accounts. For many accounts the planner must not begin with the accounts,
 * because it would read all rows that they ever got.
 */
export function rowsOfAccounts(rows: FragmentSqlToken, ids: readonly string[]): FragmentSqlToken {
  const fence = listedIds(ids) === null ? sql.fragment`offset 0` : sql.fragment``;
  return sql.fragment`(
    select * from (${rows} ${fence}) as of_any where ${ofAccounts(sql.fragment`account_id`, ids)}
  ) as of_accounts`;
}
