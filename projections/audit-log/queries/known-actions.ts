import { auditActions } from '../../../shared/log/record-in-audit.ts';
import { auditedTypes } from '../membership-entries.ts';

export const knownActions: readonly string[] = [...auditedTypes, ...auditActions].sort();
