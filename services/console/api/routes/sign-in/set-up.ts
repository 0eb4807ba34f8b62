import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../../../projections/access/commands/command-event.ts';
import { executeCommands } from '../../../../../projections/access/commands/execute-command.ts';
import { addMember } from '../../../../../projections/access/commands/members/add-member.ts';
import { setFirstAdmin } from '../../../../../projections/access/commands/members/set-admin.ts';
import { OutcomeUnknown } from '../../../../../projections/access/commands/outcome-unknown.ts';
import { eraseRefused } from '../../../../operations/members/admit-member.ts';
import { hasEverHadMembers } from '../../../ever-had-members.ts';
import { sessionCookie } from '../../../sessions/cookies.ts';
import { isSetUpToken, setUpRecordIds } from '../../../sign-in/set-up.ts';
import { createLinkRefusal, refuseSignIn, signIn } from '../../../sign-in/sign-in.ts';
import type { ConsoleHub } from '../../console-services.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { nameField, timeZoneField } from '../../requests/fields.ts';

const SetUp = z.strictObject({
  token: z.string().max(128),
  name: nameField,
  time_zone: timeZoneField,
});

/** For log and projection together. */
const effectWithinMs = 5_000;

/**
 * Makes the first member an admin and signs them in. The answer 202 `stored` means that the
 * projection follows. The session begins at once, because the link is already void.
 */
export const setUpRoute = defineConsoleRoute({
  method: 'POST',
  path: 'sign-in/set-up',
  access: 'anybody',
  body: SetUp,
  handle: async ({ caller: before, body: { token, name, time_zone: timeZone }, address }, services) => {
    const { hub, failedSignIns, publicUrl } = services;
    return failedSignIns.attempt(address, async (attempt) => {
      const first = { memberId: randomUUID(), name, timeZone };
      const status = isSetUpToken(hub.hubSecret, token) ? await addFirstMember(hub, first) : 'void';
      if (status === 'void') {
        return refuseSignIn(services, { attempt, how: 'set-up', refusal: createLinkRefusal() });
      }
      const { memberId } = first;
      const session = await signIn(services, { memberId, how: 'set-up', before });
      return {
        status: status === 'stored' ? 202 : 200,
        headers: { 'set-cookie': sessionCookie(session, publicUrl) },
        body: { member: { id: memberId, name }, status },
      };
    });
  },
});

interface FirstMember {
  readonly memberId: string;
  readonly name: string;
  readonly timeZone: string;
}

/** @returns `void` when the log already has a member */
async function addFirstMember(
  hub: ConsoleHub,
  { memberId, name, timeZone }: FirstMember,
): Promise<'active' | 'stored' | 'void'> {
  const before = await readCurrent(hub);
  if (hasEverHadMembers(before)) return 'void';
  const actor = `member:${memberId}` as const;
  const ids = setUpRecordIds(hub.hubSecret);
  const added = addMember(before, { memberId, name, chatId: null, timeZone, actor });
  const marked = setFirstAdmin(before, { memberId, actor });
  const events = [withRequestId(added, ids.member), withRequestId(marked, ids.mark)];
  try {
    const { directory } = await executeCommands(hub, events, { withinMs: effectWithinMs });
    if (directory.members.has(memberId)) return 'active';
    // Another browser was faster. The log must not keep the name of a person who is no member.
    await eraseRefused(hub, [memberId]);
    return 'void';
  } catch (error) {
    if (error instanceof OutcomeUnknown) return 'stored';
    throw error;
  }
}
