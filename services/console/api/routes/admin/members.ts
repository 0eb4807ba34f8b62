import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { requireMember } from '../../../../../projections/access/commands/require-known.ts';
import { listAudit } from '../../../../operations/audit/find-audit-entries.ts';
import { accountDecisions, memberErasure } from '../../../../operations/members/erase-member.ts';
import { listMemberActivity } from '../../../../operations/members/list-member-activity.ts';
import { memberOperations } from '../../../../operations/members/members.ts';
import type { OperationHub } from '../../../../operations/operation-hub.ts';
import { defineAdminCommand, defineAdminRead } from '../../define-admin-route.ts';
import { defineCommand } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { chatIdField, nameField, timeZoneField } from '../../requests/fields.ts';
import { requireConfirmation } from '../../requests/require-confirmation.ts';

export const listMembersRoute = defineAdminRead('admin/members', async ({ operations }) => ({
  members: await listMemberActivity(operations),
}));

export const outOfGuildRoute = defineAdminRead(
  'admin/out-of-guild',
  async ({ operations, discord, retention, clock }) => {
    const from = clock() - retention.auditLogMs;
    return { members: discord === null ? [] : await listMembersOutOfGuild(operations, from) };
  },
);

const addMemberRoute = defineCommand({
  path: 'admin/members',
  access: 'admin',
  body: z.strictObject({
    name: nameField,
    chat_id: chatIdField.nullable().default(null),
    time_zone: timeZoneField.optional(),
    admin: z.boolean().default(false),
  }),
  executeCommand: ({ actor, requestId, body }, { operations }) => {
    const { name, chat_id: chatId, time_zone: timeZone, admin } = body;
    return memberOperations.add(operations, { name, chatId, timeZone, admin, actor, requestId });
  },
});

const changeMemberRoute = defineCommand({
  path: 'admin/members/:id',
  access: 'admin',
  body: z.strictObject({
    name: nameField.optional(),
    chat_id: chatIdField.nullable().optional(),
    time_zone: timeZoneField.optional(),
    admin: z.boolean().optional(),
  }),
  executeCommand: ({ actor, requestId, params: { id: memberId = '' }, body }, { operations }) => {
    const { name, chat_id: chatId, time_zone: timeZone, admin } = body;
    return memberOperations.change(operations, { memberId, name, chatId, timeZone, admin, actor, requestId });
  },
});

const leaveRoute = defineAdminCommand(
  'admin/members/:id/leave',
  ({ id: memberId, actor, requestId }, { operations }) =>
    memberOperations.leave(operations, { memberId, actor, requestId }),
);

const erasureRoute = defineConsoleRoute({
  method: 'GET',
  path: 'admin/members/:id/erasure',
  access: 'admin',
  handle: async ({ params: { id = '' } }, { operations }) => ({
    body: await memberErasure.accountsOf(operations, id),
  }),
});

const eraseMemberRoute = defineCommand({
  path: 'admin/members/:id/erase',
  access: 'admin',
  body: z.strictObject({ name: z.string(), accounts: z.enum(accountDecisions).optional() }),
  executeCommand: async (
    { actor, requestId, params: { id: memberId = '' }, body },
    { operations, backupDir },
  ) => {
    const directory = await readCurrent(operations);
    // The name of a retried erasure is already erased.
    if (!directory.erased.has(memberId))
      requireConfirmation(body.name, requireMember(directory, memberId).name);
    const { accounts } = body;
    return memberErasure.erase(operations, { memberId, accounts, backupDir, actor, requestId });
  },
});

export const adminMemberRoutes = [
  listMembersRoute,
  outOfGuildRoute,
  addMemberRoute,
  changeMemberRoute,
  leaveRoute,
  erasureRoute,
  eraseMemberRoute,
];

interface OutOfGuild {
  readonly id: string;
  readonly name: string;
  readonly since: string;
  /** `refused`: Discord does not accept the hub's token any more. */
  readonly why: 'not_in_guild' | 'refused';
}

const signedOutMax = 100;
const signInsMax = 1_000;

/**
 * Active members whom the hub signed out and who have not signed in since. Any sign-in counts,
 * because an admin can let them stay. Newest first, up to a limit.
 * @param from epoch ms
 */
async function listMembersOutOfGuild(hub: OperationHub, from: number): Promise<OutOfGuild[]> {
  const wanted = { from, actor: null, about: null, before: null } as const;
  const signedOutOnly = { ...wanted, action: 'signed-out-by-discord', limit: signedOutMax };
  const signedOut = new Map<string, OutOfGuild>();
  const { members } = await readCurrent(hub);
  for (const { document } of (await listAudit(hub, signedOutOnly)).entries) {
    const member = members.get(document.subject ?? '');
    if (member?.active !== true || signedOut.has(member.id)) continue;
    const why = document.details.why === 'refused' ? 'refused' : 'not_in_guild';
    signedOut.set(member.id, { id: member.id, name: member.name, since: document.at, why });
  }
  if (signedOut.size === 0) return [];
  const about = [...signedOut.keys()];
  const signIns = { ...wanted, action: 'signed-in', about, limit: signInsMax };
  for (const { document } of (await listAudit(hub, signIns)).entries) {
    const id = document.subject ?? '';
    if (document.at > (signedOut.get(id)?.since ?? document.at)) signedOut.delete(id);
  }
  return [...signedOut.values()];
}
