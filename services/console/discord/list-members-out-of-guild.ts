import { readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { listAudit } from '../../operations/audit/list-audit.ts';
import type { OperationHub } from '../../operations/operation-hub.ts';

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
export async function listMembersOutOfGuild(hub: OperationHub, from: number): Promise<OutOfGuild[]> {
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
