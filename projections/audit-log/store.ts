import type { GenerationTx } from '../../shared/projection/projection.ts';
import { type AuditLogEvent, changeOf, type EntryRow, type EntryState } from './fold.ts';

export async function loadEntries(
  tx: GenerationTx,
  events: readonly AuditLogEvent[],
  known: ReadonlyMap<string, EntryState>,
): Promise<ReadonlyMap<string, EntryState>> {
  const rows = await tx.many<EntryRow>({
    text: `select record_id, account_id, member_id, at, actor, operator, action, about, details
           from ${tx.schema}.entry
           where record_id = any($1::uuid[])`,
    values: [events.map(changeOf).filter((id) => !known.has(id))],
  });
  return new Map(rows.map((row) => [row.record_id, row]));
}

/**
 * Two projectors may write the change and its operator at the same time. So a stored half stays.
 */
export async function saveEntries(tx: GenerationTx, states: ReadonlyMap<string, EntryState>): Promise<void> {
  await tx.run({
    text: `insert into ${tx.schema}.entry as known
             (record_id, account_id, member_id, at, actor, operator, action, about, details)
           select record_id, account_id, member_id, at, actor, operator, action, about, details
           from json_to_recordset($1) as row(record_id uuid, account_id text, member_id text, at bigint,
             actor text, operator text, action text, about text[], details text)
           on conflict (record_id) do update
           set operator = coalesce(known.operator, excluded.operator),
             at = case when known.action is null then excluded.at else known.at end,
             actor = case when known.action is null then excluded.actor else known.actor end,
             action = case when known.action is null then excluded.action else known.action end,
             about = case when known.action is null then excluded.about else known.about end,
             details = case when known.action is null then excluded.details else known.details end`,
    values: [JSON.stringify([...states.values()])],
  });
}
