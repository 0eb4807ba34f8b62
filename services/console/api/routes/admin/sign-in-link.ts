import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { requireActiveMember } from '../../../../../projections/access/commands/require-known.ts';
import { localAddressOf } from '../../../../../shared/http/local-address.ts';
import { findHubPorts } from '../../../../operations/hub-ports.ts';
import { createSignInLink } from '../../../sign-in/create-sign-in-link.ts';
import { defineCommand, emptyBody } from '../../define-command.ts';

/** The member's page shows who created the link. */
export const createSignInLinkRoute = defineCommand({
  path: 'admin/members/:id/sign-in-link',
  access: 'admin',
  body: emptyBody,
  executeCommand: async ({ caller, params, headers }, services) => {
    const { hub, signInLinks, publicUrl, listensAt, operations } = services;
    const { id } = requireActiveMember(await readCurrent(hub), params.id ?? '');
    // The request hook accepts the hub's own origin only.
    const origin = publicUrl ?? headers.origin ?? '';
    const by = `member:${caller.memberId}` as const;
    const made = await createSignInLink({ ...hub, links: signInLinks }, { memberId: id, by, origin });
    const { pages: port } = await findHubPorts(operations.database);
    return { ...made, local: localAddressOf(origin, { publicUrl, host: listensAt, port }) };
  },
});
