import { auditActions } from '../../../shared/log/record-in-audit.ts';
import { auditedTypes } from '../membership-entries.ts';

/** Every action that an entry may have, sorted. */
export const knownActions: readonly string[] = [...auditedTypes, ...auditActions].sort();
