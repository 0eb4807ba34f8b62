import type { Projection } from '../../shared/projection/projection.ts';
import { type AuditLogEvent, auditLogTypes, changeOf, type EntryState, evolveEntry } from './fold.ts';
import { loadEntries, saveEntries } from './store.ts';

/** The audit log (operations.md, The audit log). Records may come in any order. */
export const auditLogProjection: Projection<EntryState, AuditLogEvent> = {
  name: 'audit-log',
  version: { shape: 1, logic: 7 },
  streams: ['hub.membership', 'hub.audit'],
  migrations: new URL('./migrations/', import.meta.url),
  handles: auditLogTypes,
  retention: { setting: 'AUDIT_LOG_RETENTION_DAYS', table: 'entry', column: 'at' },
  parks: 'record',
  keyOf: changeOf,
  load: loadEntries,
  initial: () => null,
  evolve: evolveEntry,
  save: saveEntries,
};
