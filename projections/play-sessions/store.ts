import { copyNewer, inKeyOrder, unknownSubjects } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
import { writeRows } from '../../shared/projection/tables/write-rows.ts';
import { changedSessions, type PlaySessionsEvent, recentMax, type SessionsState } from './fold.ts';
import type { Session } from './session.ts';

export async function loadSessions(
  tx: GenerationTx,
  events: readonly PlaySessionsEvent[],
  known: ReadonlyMap<string, SessionsState>,
): Promise<ReadonlyMap<string, SessionsState>> {
  const accounts = unknownSubjects(events, known);
  if (accounts.length === 0) return new Map();
  const rows = await tx.many<Session>({
    text: `select s.account_id, s.started_at, s.last_seen_at, s.ended_at, s.end_reason, s.worlds, s.timeout_ms
           from unnest($1::text[]) as wanted(account_id)
           cross join lateral (
             select *
             from ${tx.schema}.session
             where session.account_id = wanted.account_id
             order by started_at desc
             limit $2
           ) s
           order by s.account_id, s.started_at desc`,
    values: [accounts, recentMax],
  });
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  return new Map([...byAccount].map(([account, recent]) => [account, { recent, changed: null }]));
}

export async function saveSessions(
  tx: GenerationTx,
  states: ReadonlyMap<string, SessionsState>,
): Promise<void> {
  const rows = inKeyOrder(states).flatMap(([, state]) => changedSessions(state));
  await writeRows(tx, sessionTable, await copyNewer(tx, sessionTable, rows));
}

const sessionTable = {
  table: 'session',
  columns: {
    account_id: 'text',
    started_at: 'int8',
    last_seen_at: 'int8',
    ended_at: 'int8',
    end_reason: 'text',
    worlds: 'int4[]',
    timeout_ms: 'int4',
  },
  key: ['account_id', 'started_at'],
} as const;
