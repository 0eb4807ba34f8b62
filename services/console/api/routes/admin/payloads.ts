import { z } from 'zod';
import { createListingNotes } from '../../../../operations/audit/note-listing.ts';
import { payloadKinds, readPayloadKinds } from '../../../../operations/payloads/payload-kinds.ts';
import { PositionText } from '../../../../operations/payloads/payload-position.ts';
import { payloadOperations, payloadOutcomes } from '../../../../operations/payloads/payloads.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { defineAdminCommand } from '../../define-admin-route.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { filterField, limitField } from '../../requests/fields.ts';

const Payloads = z.strictObject({
  account: filterField.optional(),
  device: filterField.optional(),
  kind: z.enum(payloadKinds).optional(),
  outcome: z.enum(payloadOutcomes).optional(),
  before: PositionText.optional(),
  limit: limitField(500).default(50),
});

const noteListing = createListingNotes();

/** Lists payloads without their content. */
export const payloadsRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/payloads',
  isHeavy: true,
  access: 'admin',
  query: Payloads,
  handle: async ({ caller, query }, services) => {
    const { account: accountId = null, device: deviceId = null, ...rest } = query;
    const { operations } = services;
    const from = keptFrom(services);
    const actor = `member:${caller.memberId}` as const;
    const wanted = { ...rest, accountId, deviceId, keptFrom: from, actor, note: noteListing };
    const { payloads, ...end } = await payloadOperations.list(operations, wanted);
    const ids = payloads.map(({ id }) => id);
    const kinds = await readPayloadKinds(operations, ids, from);
    const listed = payloads.map((payload) => ({ ...payload, kinds: kinds.get(payload.id) ?? [] }));
    return { body: { ...end, payloads: listed, all_kinds: payloadKinds } };
  },
});

/** The audit log and the member's own page show who saw the payload. */
const showPayloadRoute = defineAdminCommand('admin/payloads/:id/show', ({ id, actor, requestId }, services) =>
  payloadOperations.show(services.operations, { id, keptFrom: keptFrom(services), actor, requestId }),
);

function keptFrom({ clock, retention }: ConsoleServices): number {
  return clock() - retention.rawPayloadMs;
}

export const adminPayloadRoutes = [payloadsRoute, showPayloadRoute];
