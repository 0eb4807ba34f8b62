import { z } from 'zod';
import type { AuditActor } from '../../shared/domain/actor.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { auditEntryMade } from '../../shared/events/types/audit-entry-made.ts';
import type { operatorNamed } from '../../shared/events/types/operator-named.ts';
import type { GenerationTx, Projection } from '../../shared/projection/projection.ts';
import { type AuditedEvent, auditDetailsOf, auditedTypes } from './membership-entries.ts';

type AuditLogEvent =
  | AuditedEvent
  | RecordedEventOf<typeof auditEntryMade>
  | RecordedEventOf<typeof operatorNamed>;

export /** Times are epoch ms. */
interface EntryRow {
  readonly record_id: string;
  readonly account_id: string | null;
  readonly member_id: string | null;
  readonly at: number;
  /** Null for records from before commands named their actor. */
  readonly actor: AuditActor | null;
  /** The user of the operating system, for the actor `cli`. */
  readonly operator: string | null;
  /** Null while only the operator is known. */
  readonly action: string | null;
  readonly about: readonly string[];
  /** JSON text. */
  readonly details: string;
}

type EntryState = EntryRow | null;

/** The record id of the change. The record `operator-named` may come before or after the change. */
function changeOf(event: AuditLogEvent): string {
  return event.type === 'operator-named' ? event.data.record_id : event.recordId;
}

/** Folds the change and its operator, in any order. A repeated record changes nothing. */
function evolveEntry(state: EntryState, event: AuditLogEvent): EntryState {
  if (event.type === 'operator-named') {
    const { operator } = event.data;
    if (state === null) return { ...rowOf(event), operator };
    return state.operator === null ? { ...state, operator } : state;
  }
  if (state !== null && state.action !== null) return state;
  return { ...rowOf(event), ...contentOf(event), operator: state?.operator ?? null };
}

function rowOf(event: AuditLogEvent): EntryRow {
  return {
    record_id: changeOf(event),
    ...erasedWith(event.subject),
    at: event.recordTime,
    actor: null,
    operator: null,
    action: null,
    about: [],
    details: '{}',
  };
}

function contentOf(
  event: Exclude<AuditLogEvent, { readonly type: 'operator-named' }>,
): Pick<EntryRow, 'actor' | 'action' | 'about' | 'details'> {
  if (event.type === 'audit-entry-made') {
    const { by, action, about, details } = event.data;
    return { actor: by, action, about, details: JSON.stringify(details) };
  }
  const { about, details } = auditDetailsOf(event);
  return {
    actor: event.data.actor ?? actorOfSource(event),
    action: event.type,
    about: [...new Set(about.filter((id) => id !== null))],
    details: JSON.stringify(details),
  };
}

function actorOfSource({ source }: AuditedEvent): AuditActor | null {
  return source === 'cli' || source === 'hub' ? source : null;
}

/** The column by which an erasure finds the row. */
function erasedWith(subject: string): Pick<EntryRow, 'account_id' | 'member_id'> {
  if (subject === 'hub') return { account_id: null, member_id: null };
  return z.guid().safeParse(subject).success
    ? { account_id: null, member_id: subject }
    : { account_id: subject, member_id: null };
}

/** The audit log (operations.md, The audit log). Records may come in any order. */
export const auditLogProjection: Projection<EntryState, AuditLogEvent> = {
  name: 'audit-log',
  version: { shape: 1, logic: 7 },
  streams: ['hub.membership', 'hub.audit'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: [...auditedTypes, 'audit-entry-made', 'operator-named'],
  retention: { setting: 'AUDIT_LOG_RETENTION_DAYS', table: 'entry', column: 'at' },
  parks: 'record',
  keyOf: changeOf,
  load: loadEntries,
  initial: () => null,
  evolve: evolveEntry,
  save: saveEntries,
};

async function loadEntries(
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
async function saveEntries(tx: GenerationTx, states: ReadonlyMap<string, EntryState>): Promise<void> {
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
