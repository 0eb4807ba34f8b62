import type { EventDefinition } from '../../shared/events/event.ts';
import { auditEntryMade } from '../../shared/events/types/audit-entry-made.ts';
import { secretFingerprinted } from '../../shared/events/types/secret-fingerprinted.ts';

/** The database role of the projector can append no other type. */
export const projectorTypes: readonly EventDefinition[] = [auditEntryMade, secretFingerprinted];
