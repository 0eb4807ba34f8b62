import { z } from 'zod';
import { listAudit } from '../../../../operations/audit/list-audit.ts';
import { createListingNotes } from '../../../../operations/audit/note-listing.ts';
import { payloadOperations } from '../../../../operations/payloads/payloads.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';

const word = z.string().min(1).max(128);
const limit = (most: number) => z.coerce.number().pipe(z.int().min(1).max(most));

const Entries = z.strictObject({
  actor: word.optional(),
  action: word.optional(),
  subject: word.optional(),
  since: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .optional(),
  before: z.guid().toLowerCase().optional(),
  limit: limit(1_000).default(100),
});

/** Lists audit log entries, newest first. Expired entries are hidden even before they are deleted. */
const auditRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/audit',
  access: 'admin',
  query: Entries,
  handle: async ({ query }, { operations, retention, clock }) => {
    const { actor = null, action = null, subject: about = null, since = 0, before = null, limit } = query;
    const from = Math.max(since, clock() - retention.AUDIT_LOG_RETENTION_DAYS);
    const { entries, older } = await listAudit(operations, { from, actor, action, about, before, limit });
    return { body: { entries: entries.map(({ document }) => document), older } };
  },
});

const Payloads = z
  .strictObject({ account: word.optional(), device: word.optional(), limit: limit(500).default(50) })
  .refine(({ account, device }) => account === undefined || device === undefined, {
    path: ['device'],
    message: 'name either an account or a device',
  });

const noteListing = createListingNotes();

/** Lists when each payload came and from whom. A separate command shows the content and is recorded in the audit log. */
const payloadsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/payloads',
  access: 'admin',
  query: Payloads,
  handle: async ({ caller, query }, services) => {
    const { account: accountId = null, device: deviceId = null, limit } = query;
    return {
      body: await payloadOperations.list(services.operations, {
        accountId,
        deviceId,
        limit,
        keptFrom: keptFrom(services),
        actor: `member:${caller.memberId}`,
        note: noteListing,
      }),
    };
  },
});

/** Shows a payload as the hub received it. The audit log and the member's own page show who saw it. */
const showPayloadRoute = defineCommand({
  path: 'admin/payloads/:id/show',
  access: 'admin',
  body: emptyBody,
  carryOut: ({ actor, requestId, params: { id } }, services) => {
    if (id === undefined) throw new ConsoleError('not_found', 'Not found.');
    return payloadOperations.show(services.operations, {
      id,
      keptFrom: keptFrom(services),
      actor,
      requestId,
    });
  },
});

function keptFrom({ clock, retention }: ConsoleServices): number {
  return clock() - retention.RAW_PAYLOAD_RETENTION_HOURS;
}

export const adminAuditRoutes = [auditRoute, payloadsRoute, showPayloadRoute];
