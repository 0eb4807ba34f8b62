import { copyNewer, inKeyOrder, unknownSubjects } from '../../shared/projection/copy-newer-rows.ts';
import type { GenerationTx } from '../../shared/projection/projection.ts';
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
  await upsert(tx, await copyNewer(tx, sessionTable, rows));
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
  by: 'started_at',
} as const;

async function upsert(tx: GenerationTx, rows: readonly Session[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run({
    name: `save-sessions ${tx.schema}`,
    text: `insert into ${tx.schema}.session
             (account_id, started_at, last_seen_at, ended_at, end_reason, worlds, timeout_ms)
           select account_id, started_at, last_seen_at, ended_at, end_reason,
             array(select value::int from json_array_elements_text(worlds) as value), timeout_ms
           from json_to_recordset($1) as row(account_id text, started_at bigint, last_seen_at bigint,
             ended_at bigint, end_reason text, worlds json, timeout_ms integer)
           on conflict (account_id, started_at) do update
           set last_seen_at = excluded.last_seen_at, ended_at = excluded.ended_at,
             end_reason = excluded.end_reason, worlds = excluded.worlds, timeout_ms = excluded.timeout_ms`,
    values: [JSON.stringify(rows)],
  });
}
