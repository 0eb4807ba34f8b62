import type { GenerationTx } from './projection.ts';

/**
 * The largest value that rows of each account have in a column, which follows the account in the primary key. None for
 * accounts without rows.
 */
export async function newestOf(
  tx: GenerationTx,
  table: string,
  column: string,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.many<{ account_id: string; newest: number }>({
    text: `select wanted.account_id, stored.newest
           from unnest($1::text[]) as wanted (account_id)
           cross join lateral (
             select ${column} as newest
             from ${tx.schema}.${table} as of_account
             where of_account.account_id = wanted.account_id
             order by ${column} desc
             limit 1
           ) as stored`,
    values: [accounts],
  });
  return new Map(rows.map(({ account_id, newest }) => [account_id, newest]));
}

/** States in the order of their keys: rows that come in the order of an index fill its pages, at half the cost. */
export function inKeyOrder<State>(states: ReadonlyMap<string, State>): (readonly [string, State])[] {
  return [...states].sort(([left], [right]) => (left < right ? -1 : 1));
}
