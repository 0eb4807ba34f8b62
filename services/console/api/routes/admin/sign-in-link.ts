import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { requireActiveMember } from '../../../../../projections/access/commands/require-known.ts';
import { createSignInLink } from '../../../sign-in/create-sign-in-link.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';

/** Makes a link that signs a member in once. The member is told of it, and of its use. */
export const createSignInLinkRoute = defineCommand({
  path: 'admin/members/:id/sign-in-link',
  access: 'admin',
  body: emptyBody,
  carryOut: async ({ caller, params, headers }, { hub, links, publicUrl }) => {
    const { id } = requireActiveMember(await readCurrent(hub), params.id ?? '');
    // The page's own address: the hook let no other origin in.
    const origin = publicUrl ?? headers.origin ?? '';
    const by = `member:${caller.memberId}` as const;
    return createSignInLink({ ...hub, links }, { memberId: id, by, origin });
  },
});
