import type { Projection } from '../../shared/projection/projection.ts';
import { type AuditLogEvent, auditLogTypes, changeOf, type EntryState, evolveEntry } from './fold.ts';
import { loadEntries, saveEntries } from './store.ts';

/**
 * Who did what, and when (operations.md, The audit log), from what changed membership and from what is noted beside it. The
 * order of the two does not matter: each record is an entry of its own, but for those that name an operator, which may come
 * before the change or after it.
 */
export const auditLogProjection: Projection<EntryState, AuditLogEvent> = {
  name: 'audit-log',
  version: { shape: 1, logic: 4 },
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
