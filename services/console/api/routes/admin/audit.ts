import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { listAudit } from '../../../../operations/audit/find-audit-entries.ts';
import { namesInEntries } from '../../../../operations/audit/names-in-entries.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { filterField, limitField, timeField } from '../../requests/fields.ts';

const Entries = z.strictObject({
  actor: filterField.optional(),
  action: filterField.optional(),
  subject: filterField.optional(),
  since: timeField.optional(),
  until: timeField.optional(),
  before: z.guid().toLowerCase().optional(),
  limit: limitField(1_000).default(100),
});

/** Expired entries are hidden even before they are deleted. */
export const adminAuditRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/audit',
  isHeavy: true,
  access: 'admin',
  query: Entries,
  handle: async ({ query }, { operations, retention, clock }) => {
    const { actor = null, action = null, subject: about = null, since = 0, before = null, ...rest } = query;
    const from = Math.max(since, clock() - retention.auditLogMs);
    const { entries, older } = await listAudit(operations, { from, actor, action, about, before, ...rest });
    const documents = entries.map(({ document }) => document);
    const names = namesInEntries(await readCurrent(operations), documents);
    return { body: { entries: documents, names, older } };
  },
});
