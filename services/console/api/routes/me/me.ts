import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../../../projections/access/directory/directory.ts';
import { accountDocument } from '../../../../operations/accounts.ts';
import { findNotices } from '../../../../operations/audit-entries.ts';
import { deviceDocument } from '../../../../operations/devices.ts';
import { keysOf, listedKeys } from '../../../../operations/key-document.ts';
import { memberDocument } from '../../../../operations/members.ts';
import { isoTime } from '../../../../operations/names.ts';
import { ConsoleError } from '../../console-error.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { onceReportedAccounts, ownAccounts, ownDevices } from '../../own-things.ts';

/** How many notices of each kind are answered, the newest. */
const noticesMax = 20;
/**
 * What others did with a member's link, chat id, payloads, parked records or accounts: the member is told of it. Who owned an
 * account before contributes to it or is blocked on it, and so finds its transfer.
 */
const noticedActions = [
  'sign-in-link-made',
  'payload-shown',
  'parked-record-shown',
  'account-transferred',
  'member-changed',
] as const;
/** Whoever has it at Discord signs in as the member. Nobody gets in by a new name or time zone. */
const memberField = 'chat_id';

/** Everything that a member's own page shows. */
export const ownPageRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me',
  access: 'member',
  handle: async ({ caller: { memberId, sessionId } }, services) => {
    const { operations, sessions } = services;
    const directory = await readCurrent(operations);
    const member = directory.members.get(memberId);
    if (member === undefined) throw new ConsoleError('not_signed_in', 'sign in first');
    const signedIn = await sessions.ofMember(memberId);
    return {
      body: {
        member: memberDocument(directory, memberId),
        devices: ownDevices(directory, memberId).map((device) => deviceDocument(directory, device)),
        keys: await listedKeys(operations.database, directory, keysOf(directory, memberId)),
        accounts: ownAccounts(directory, memberId).map((account) => ({
          ...accountDocument(directory, account),
          account_type: account.type,
          sharing: Object.fromEntries(
            Object.entries(account.sharing).map(([category, { audience, with: members }]) => [
              category,
              { audience, members: [...members] },
            ]),
          ),
        })),
        members: [...directory.members.values()]
          .filter(({ active }) => active)
          .map(({ id, name }) => ({ id, name }))
          .sort((a, b) => a.name.localeCompare(b.name, 'en')),
        sessions: signedIn.map(({ id, createdAt, lastUsedAt }) => ({
          id,
          created_at: isoTime(createdAt),
          last_used_at: isoTime(lastUsedAt),
          current: id === sessionId,
        })),
        notices: await readNotices(services, directory, memberId),
      },
    };
  },
});

async function readNotices(
  { operations, retention, clock }: ConsoleServices,
  directory: Directory,
  memberId: string,
) {
  const about = [
    memberId,
    ...onceReportedAccounts(directory, memberId).map(({ id }) => id),
    ...ownDevices(directory, memberId).map(({ id }) => id),
  ];
  const from = clock() - retention.AUDIT_LOG_RETENTION_DAYS;
  const exceptBy = `member:${memberId}`;
  const wanted = { from, actions: noticedActions, memberField, about, exceptBy, limit: noticesMax };
  return (await findNotices(operations, directory, wanted)).map(({ document }) => document);
}
