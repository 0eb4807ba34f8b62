import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import type { Directory } from '../../../../../projections/access/directory/directory.ts';
import type { Member } from '../../../../../projections/access/model/entities.ts';
import { sharingOf } from '../../../../../projections/access/model/sharing.ts';
import { readableBy } from '../../../../../projections/access/visibility/visibility.ts';
import {
  byCategory,
  categories,
  type DefaultCategory,
  type DefaultSharing,
  defaultCategories,
} from '../../../../../shared/domain/category.ts';
import { accountDocument } from '../../../../operations/accounts/accounts.ts';
import { findNotices, type ShownEntry } from '../../../../operations/audit/find-audit-entries.ts';
import { describeDevices } from '../../../../operations/devices/device-contacts.ts';
import { isoTime } from '../../../../operations/iso-time.ts';
import { keysOf, listedKeys } from '../../../../operations/keys/api-key-document.ts';
import { memberDocument, memberOperations } from '../../../../operations/members/members.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { ConsoleServices } from '../../console-services.ts';
import { defineCommand } from '../../define-command.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { listOwnAccounts, listOwnDevices, listReportedAccounts } from '../../own/own-resources.ts';
import { defaultSharingField, timeZoneField } from '../../requests/fields.ts';

export const ownPageRoute = defineConsoleRoute({
  method: 'GET',
  path: 'me',
  access: 'member',
  handle: async ({ caller: { memberId, sessionId } }, services) => {
    const { operations, sessions, plugins, defaultSharing } = services;
    const directory = await readCurrent(operations);
    const member = directory.members.get(memberId);
    if (member === undefined) throw new ConsoleError('not_signed_in', 'sign in first');
    const signedIn = await sessions.listOfMember(memberId);
    return {
      body: {
        member: memberDocument(directory, memberId),
        default_sharing: completeSharing(member.defaultSharing ?? defaultSharing),
        plugins: {
          by_code: plugins.byCode,
          sends: plugins.sends,
          pasted: plugins.pasted.map(({ option, title }) => ({ option, title })),
        },
        devices: await describeDevices(operations, directory, listOwnDevices(directory, memberId)),
        keys: await listedKeys(operations.database, directory, keysOf(directory, memberId)),
        accounts: listOwnAccounts(directory, memberId).map((account) => ({
          ...accountDocument(directory, account),
          sharing: byCategory(categories, (category) => {
            const { audience, with: members } = sharingOf(account, category);
            return { audience, members: [...members] };
          }),
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
        notices: await listOwnNotices(services, directory, memberId),
      },
    };
  },
});

type CompleteSharing = Readonly<Record<DefaultCategory, 'guild' | 'private'>>;

/** The guild sees the categories that a default leaves out. */
function completeSharing(given: DefaultSharing): CompleteSharing {
  return byCategory(defaultCategories, (category) => given[category] ?? 'guild');
}

/** For each action. The newest notices are listed. */
const noticesMax = 20;
const ownActions = ['sign-in-link-made', 'payload-shown', 'parked-record-shown', 'member-changed'] as const;
/** A former owner still reports the account or is blocked on it. */
const reporterActions = ['account-transferred'] as const;
/** A changed chat id lets another person sign in as the member. */
const memberField = 'chat_id';

/** Actions of others that concern a member, newest first (operations.md, The audit log). */
async function listOwnNotices(
  { operations, retention, clock }: ConsoleServices,
  directory: Directory,
  memberId: string,
): Promise<ShownEntry['document'][]> {
  const own = [
    memberId,
    ...listOwnAccounts(directory, memberId).map(({ id }) => id),
    ...listOwnDevices(directory, memberId).map(({ id }) => id),
  ];
  const reported = listReportedAccounts(directory, memberId).map(({ id }) => id);
  const notices = await findNotices(operations, directory, {
    from: clock() - retention.auditLogMs,
    wanted: [
      { actions: ownActions, about: own },
      { actions: reporterActions, about: reported },
    ],
    memberField,
    exceptActor: `member:${memberId}`,
    limitPerAction: noticesMax,
  });
  return notices.map(({ document }) => withoutHiddenName(directory, memberId, document));
}

/** Removes the name of an account that the member cannot read. */
function withoutHiddenName(directory: Directory, memberId: string, document: ShownEntry['document']) {
  const account = directory.accounts.get(document.subject ?? '');
  const isHidden = account !== undefined && readableBy(directory, memberId, account) === 0;
  return isHidden ? { ...document, subject_name: null } : document;
}

const Settings = z
  .strictObject({ time_zone: timeZoneField.optional(), default_sharing: defaultSharingField.optional() })
  .refine((body) => Object.keys(body).length > 0, 'give time_zone or default_sharing');

export const meSettingsRoute = defineCommand({
  path: 'me/settings',
  access: 'member',
  body: Settings,
  executeCommand: async ({ caller: { memberId }, actor, requestId, body }, { operations }) => {
    const directory = await readCurrent(operations);
    // A record without a change would stay in the log for ever.
    if (isUnchanged(directory.members.get(memberId), body)) return memberDocument(directory, memberId);
    const { time_zone: timeZone, default_sharing: defaultSharing } = body;
    return memberOperations.change(operations, { memberId, timeZone, defaultSharing, actor, requestId });
  },
});

function isUnchanged(member: Member | undefined, settings: z.infer<typeof Settings>): boolean {
  const { time_zone: timeZone = member?.timeZone, default_sharing: sharing } = settings;
  const isSameSharing =
    sharing === undefined ||
    defaultCategories.every((category) => member?.defaultSharing?.[category] === sharing[category]);
  return member?.timeZone === timeZone && isSameSharing;
}
