import { z } from 'zod';
import { AuditActor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** A detail of an entry: ids, words and numbers, never a name or a secret. */
const Detail = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

export const auditEntryMade = defineEvent({
  type: 'audit-entry-made',
  stream: 'hub.audit',
  version: 1,
  description: 'An action that changes no membership (operations.md, The audit log).',
  appended: 'with each action of the audit log that has no other event',
  key: 'account, member or hub',
  schema: z.object({
    by: AuditActor.describe('The actor. For the command line with the user of the operating system.'),
    action: z
      .string()
      .regex(/^[a-z]+(-[a-z]+)*$/)
      .describe('The action as a word, like `backup-made`.'),
    about: z.array(z.string()).describe('The ids that the action is about, the main id first.'),
    details: z.record(z.string(), Detail).describe('Ids, words and numbers, never a name or a secret.'),
  }),
});
