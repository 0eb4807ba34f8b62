import { z } from 'zod';
import type { AuditActor } from '../../shared/domain/actor.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { auditEntryMade } from '../../shared/events/types/audit-entry-made.ts';
import type { operatorNamed } from '../../shared/events/types/operator-named.ts';
import { type AuditedEvent, auditDetailsOf, auditedTypes } from './membership-entries.ts';

export type AuditLogEvent =
  | AuditedEvent
  | RecordedEventOf<typeof auditEntryMade>
  | RecordedEventOf<typeof operatorNamed>;

export const auditLogTypes: readonly AuditLogEvent['type'][] = [
  ...auditedTypes,
  'audit-entry-made',
  'operator-named',
];

/** Times are epoch ms. */
export interface EntryRow {
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

export type EntryState = EntryRow | null;

/** The record id of the change. The record `operator-named` may come before or after the change. */
export function changeOf(event: AuditLogEvent): string {
  return event.type === 'operator-named' ? event.data.record_id : event.recordId;
}

/** Folds the change and its operator, in any order. A repeated record changes nothing. */
export function evolveEntry(state: EntryState, event: AuditLogEvent): EntryState {
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
