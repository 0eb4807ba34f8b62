import { type QuerySqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from './database.ts';
import { ofAccounts } from './rows-of-accounts.ts';
import { statementOf } from './slonik-statement.ts';

/** A row for each account on a board; `at` is epoch ms, or null. */
export const BoardRow = z.object({ account_id: z.string(), value: z.int(), at: z.int().nullable() });
export type BoardRow = z.infer<typeof BoardRow>;
export type AccountBoard = QuerySqlToken<typeof BoardRow>;

/** In no order. @param accountIds only these accounts; null for all */
export async function readBoard(
  database: Sql,
  board: AccountBoard,
  accountIds: readonly string[] | null,
): Promise<readonly BoardRow[]> {
  const query = sql.type(BoardRow)`
    select account_id, value, at
    from (${board}) as board
    where ${ofAccounts(sql.fragment`account_id`, accountIds)}`;
  return database.many(statementOf(query));
}
