import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { firstAdmin } from '../../../../../projections/access/commands/admin-change.ts';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { carryOutAll } from '../../../../../projections/access/commands/carry-out.ts';
import { asRequested } from '../../../../../projections/access/commands/command-event.ts';
import { memberAddition } from '../../../../../projections/access/commands/member-addition.ts';
import { hasMembers, isSetUpToken, setUpRecordIds } from '../../../sign-in/set-up.ts';
import { refusedLink, refuseSignIn, signIn } from '../../../sign-in/sign-in.ts';
import type { ConsoleHub } from '../../console-services.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { nameField, timeZoneField } from '../../fields.ts';
import { sessionCookie } from '../../session-cookie.ts';

const SetUp = z.strictObject({
  token: z.string().max(128),
  name: nameField,
  time_zone: timeZoneField,
});

/** Makes the first member of a hub, who becomes an admin, and signs them in. */
export const setUpRoute = defineConsoleRoute({
  method: 'POST',
  path: 'sign-in/set-up',
  access: 'anybody',
  body: SetUp,
  handle: async ({ caller: before, body: { token, name, time_zone: timeZone }, address }, services) => {
    const { hub, failedSignIns, publicUrl } = services;
    await failedSignIns.requireFew(address);
    const memberId = isSetUpToken(hub.hubSecret, token) ? await makeFirst(hub, { name, timeZone }) : null;
    if (memberId === null) {
      return refuseSignIn(services, { address, how: 'set-up', refusal: refusedLink() });
    }
    const session = await signIn(services, { memberId, how: 'set-up', before });
    return {
      headers: { 'set-cookie': sessionCookie(session, publicUrl) },
      body: { member: { id: memberId, name } },
    };
  },
});

/** @returns null where the log has a member already */
async function makeFirst(
  hub: ConsoleHub,
  { name, timeZone }: { readonly name: string; readonly timeZone: string },
): Promise<string | null> {
  const before = await readCurrent(hub);
  if (hasMembers(before)) return null;
  const memberId = randomUUID();
  const actor = `member:${memberId}` as const;
  const ids = setUpRecordIds(hub.hubSecret);
  const added = memberAddition(before, { memberId, name, chatId: null, timeZone, actor });
  const marked = firstAdmin(before, { memberId, actor });
  const { directory } = await carryOutAll(hub, [
    asRequested(added, ids.member),
    asRequested(marked, ids.mark),
  ]);
  return directory.members.has(memberId) ? memberId : null;
}
