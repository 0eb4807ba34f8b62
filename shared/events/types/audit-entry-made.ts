import { z } from 'zod';
import { AuditActor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** A detail of an entry: ids, words and numbers, never a name or a secret. */
const Detail = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

/**
 * An action that changes no membership (operations.md, The audit log). `about` are the ids that the
 * action is about, the main id first.
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
