import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from '../../../shared/postgres/database.ts';
import { createByteBudget } from './byte-budget.ts';
import type { StreamLimit } from './stream-limit.ts';

/**
 * Limits the statements that the keys of a member run at once. So one member never takes all
 * connections.
 */
export interface StatementTurns {
  /**
   * Runs a request. Its statements wait up to 2 s for a turn.
   * @throws errors of `request`; a statement throws ApiError 503 after the wait, or when too many
   * statements of the member wait already
   */
  of<Result>(memberOrKeyId: string, request: () => Result): Result;
  /** The same database. Statements outside of a request do not wait. */
  limited(sql: Sql): Sql;
  /** The same limit, whose pieces do not wait a second time: only one piece runs at once. */
  paced(streamLimit: StreamLimit): StreamLimit;
}

/** A quarter of the connections for requests. */
const statementsMax = 2;
const waitingMax = { ofKey: 64, ofAllKeys: 1_024 };

export function createStatementTurns(): StatementTurns {
  const current = new AsyncLocalStorage<string | undefined>();
  const budget = createByteBudget(statementsMax, waitingMax);

  async function inTurn<Result>(statement: () => Promise<Result>): Promise<Result> {
    const member = current.getStore();
    if (member === undefined) return statement();
    const release = await budget.reserve(member, 1);
    return statement().finally(release);
  }

  return {
    of: (memberOrKeyId, request) => current.run(memberOrKeyId, request),
    paced: (limit) => ({ ...limit, work: (piece) => limit.work(() => current.run(undefined, piece)) }),
    limited: (sql) => ({
      ...sql,
      many: (statement) => inTurn(() => sql.many(statement)),
      one: (statement) => inTurn(() => sql.one(statement)),
      maybeOne: (statement) => inTurn(() => sql.maybeOne(statement)),
      run: (statement) => inTurn(() => sql.run(statement)),
    }),
  };
}
