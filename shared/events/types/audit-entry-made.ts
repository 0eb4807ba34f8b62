import { z } from 'zod';
import { AuditActor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** What a detail of an entry may be: ids, words and numbers, never a name or a secret. */
const Detail = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

/**
 * Something was done that changes no membership (operations.md, The audit log). `about`: the ids of what it was done to,
 * what it is mainly about first.
 */
export const auditEntryMade = defineEvent({
  type: 'audit-entry-made',
  stream: 'hub.audit',
  version: 1,
  schema: z.object({
    by: AuditActor,
    action: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
    about: z.array(z.string()),
    details: z.record(z.string(), Detail),
  }),
});
