import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { sharingOf } from '../../../../../projections/access/model/sharing.ts';
import { byCategory, shareableCategories } from '../../../../../shared/domain/category.ts';
import { accountDocument } from '../../../../operations/accounts/accounts.ts';
import { describeDevices } from '../../../../operations/devices/device-contacts.ts';
import { isoTime } from '../../../../operations/iso-time.ts';
import { keysOf, listedKeys } from '../../../../operations/keys/api-key-document.ts';
import { memberDocument } from '../../../../operations/members/members.ts';
import { ConsoleError } from '../../../console-error.ts';
import { defineConsoleRoute } from '../../define-console-route.ts';
import { completeSharing } from '../../own/complete-sharing.ts';
import { listOwnNotices } from '../../own/own-notices.ts';
import { listOwnAccounts, listOwnDevices } from '../../own/own-resources.ts';

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
          pasted: plugins.pasted.map(({ option, title }) => ({ option, title })),
        },
        devices: await describeDevices(operations, directory, listOwnDevices(directory, memberId)),
        keys: await listedKeys(operations.database, directory, keysOf(directory, memberId)),
        accounts: listOwnAccounts(directory, memberId).map((account) => ({
          ...accountDocument(directory, account),
          sharing: byCategory(shareableCategories, (category) => {
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
