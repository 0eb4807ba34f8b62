import { sql } from 'slonik';
import type { AccountRange } from '../../../shared/postgres/account-in-tables.ts';
import type { Sql } from '../../../shared/postgres/database.ts';
import { generationTable, statementOf } from '../../../shared/postgres/slonik-statement.ts';
import { closedByTimeout, hasTimedOut, Session, sessionId } from '../session.ts';

export interface SessionWithId extends Session {
  readonly id: string;
}

/**
 * Sessions that overlap [from, to) (epoch ms), newest first. Ends sessions that timed out, which
 * the fold closes only when a later record comes (rules/presence.md#online).
 */
export async function readSessions(
  database: Sql,
  request: AccountRange & {
    /** The time by which timeouts are judged (`readTimeoutsJudgedAt`). */
    readonly judgedAt: number;
    /** Only sessions that started before; null begins with the newest. */
    readonly startedBefore: number | null;
    readonly limit: number;
  },
): Promise<SessionWithId[]> {
  const { schema, accountId, from, to, judgedAt, startedBefore, limit } = request;
  if (from >= to) return [];
  const table = generationTable(schema, 'session');
  // Sessions do not overlap each other, so only the last session that started by `from` can reach
  // into the range.
  const query = sql.type(Session)`
    select account_id, started_at, last_seen_at, ended_at, end_reason, worlds, timeout_ms
    from ${table}
    where account_id = ${accountId} and started_at < ${Math.min(to, startedBefore ?? to)}
      and (ended_at > ${from}
        or ended_at is null and (last_seen_at > ${from} or last_seen_at + timeout_ms >= ${judgedAt}))
      and started_at >= coalesce((
        select earlier.started_at
        from ${table} as earlier
        where earlier.account_id = ${accountId} and earlier.started_at <= ${from}
        order by earlier.started_at desc
        limit 1
      ), 0)
    order by started_at desc
    limit ${limit}`;
  const rows = await database.many(statementOf(query, `play-sessions ${schema}`));
  return rows.map((session) => ({
    ...(hasTimedOut(session, judgedAt) ? closedByTimeout(session) : session),
    id: sessionId(session),
  }));
}
