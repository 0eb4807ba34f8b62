import type { AuditActor } from '../domain/actor.ts';
import { type DataOf, type NewEvent, newEvent } from '../events/event.ts';
import { auditEntryMade } from '../events/types/audit-entry-made.ts';
import type { Journal } from './journal.ts';

/** Actions without an event of their own. */
export const auditActions = [
  'projection-rebuilt',
  'rebuild-cancelled',
  'projection-promoted',
  'projection-rolled-back',
  'projection-retired',
  'xp-corrected',
  'payloads-listed',
  'payload-shown',
  'payloads-replayed',
  'parked-record-shown',
  'log-moved',
  'backup-made',
  'backup-verified',
  'backup-restored',
  'data-exported',
  'game-file-loaded',
  'signed-in',
  'sign-in-failed',
  'sign-in-link-made',
  'signed-out-by-discord',
] as const;
export type AuditAction = (typeof auditActions)[number];

export interface AuditEntryInput {
  readonly by: AuditActor;
  readonly action: AuditAction;
  /** Ids, the main id first. */
  readonly about?: readonly string[];
  /** Ids, words and numbers, never a name or a secret: the stream is not sealed. */
  readonly details?: DataOf<typeof auditEntryMade>['details'];
  /** The entry is erased with this account or member; never when left out. */
  readonly subject?: string;
}

/** To be appended together with the events of the action. */
export function auditEvent(input: AuditEntryInput): NewEvent {
  const { by, action, about = [], details = {}, subject = 'hub' } = input;
  const source = by.startsWith('cli') ? 'cli' : 'hub';
  return newEvent(auditEntryMade, { subject, source }, { by, action, about: [...about], details });
}

/** See operations.md, The audit log. @throws LogUnavailable */
export async function recordInAudit(journal: Pick<Journal, 'append'>, note: AuditEntryInput): Promise<void> {
  await journal.append([auditEvent(note)]);
}
