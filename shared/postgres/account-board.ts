import { type QuerySqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { Sql } from './database.ts';
import { statementOf } from './slonik-statement.ts';

/** A row for each account on a board; `at` is epoch ms, or null. */
export const BoardRow = z.object({ account_id: z.string(), value: z.int(), at: z.int().nullable() });
export type AccountBoard = QuerySqlToken<typeof BoardRow>;

const RankedRow = BoardRow.extend({ rank: z.int() });
export type RankedRow = z.infer<typeof RankedRow>;

/** Accounts on each side of the account of `around`. */
const neighbours = 2;

export interface RankedRows {
  /** The first `limit` accounts. */
  readonly first: readonly RankedRow[];
  /** `around` with its neighbours. Empty when `around` is not on the board. */
  readonly near: readonly RankedRow[];
}

/**
 * Accounts by rank. The highest value has rank 1.
 * @param request.accountIds the ranked accounts, in the order of accounts with the same value
 */
export async function readBoard(
  database: Sql,
  request: {
    readonly board: AccountBoard;
    readonly accountIds: readonly string[];
    readonly limit: number;
    readonly around: string | undefined;
  },
): Promise<RankedRows> {
  const { board, accountIds, limit, around = null } = request;
  const query = sql.type(RankedRow)`
    with ranked as materialized (
      select account_id, value, at, (row_number() over (order by value desc, place))::int as rank
      from (${board}) as board
      join unnest(string_to_array(${accountIds.join()}, ',')) with ordinality as readable (account_id, place)
        using (account_id)
    )
    select account_id, value, at, rank
    from ranked
    where rank <= ${limit}
      or abs(rank - (select rank from ranked where account_id = ${around})) <= ${neighbours}
    order by rank`;
  const rows = await database.many(statementOf(query));
  const own = rows.find(({ account_id }) => account_id === around);
  return {
    first: rows.filter(({ rank }) => rank <= limit),
    near: own === undefined ? [] : rows.filter(({ rank }) => Math.abs(rank - own.rank) <= neighbours),
  };
}
