import { randomUUID } from 'node:crypto';
import { decideOnCopyFirst, readCurrent } from '../../../projections/access/commands/append-and-wait.ts';
import { withRequestId } from '../../../projections/access/commands/command-event.ts';
import { executeCommand } from '../../../projections/access/commands/execute-command.ts';
import { addMember } from '../../../projections/access/commands/members/add-member.ts';
import { changeMember } from '../../../projections/access/commands/members/change-member.ts';
import { removeMember } from '../../../projections/access/commands/members/remove-member.ts';
import { setAdmin } from '../../../projections/access/commands/members/set-admin.ts';
import type { Directory } from '../../../projections/access/directory/directory.ts';
import type { DefaultSharing } from '../../../shared/domain/category.ts';
import { type OperationHub, type Requested, requestIdsOf } from '../operation-hub.ts';
import { admitMember, carryOutMemberChanges } from './admit-member.ts';
import { newcomerTimeZone } from './newcomer-time-zone.ts';

export type MemberDocument = ReturnType<typeof memberDocument>;

interface NewMember {
  readonly name: string;
  readonly chatId: string | null;
  /** Default: `newcomerTimeZone`. */
  readonly timeZone?: string | undefined;
  readonly admin?: boolean | undefined;
}

interface MemberInput {
  readonly memberId: string;
  readonly name?: string | undefined;
  /** Null removes the chat id. */
  readonly chatId?: string | null | undefined;
  readonly timeZone?: string | undefined;
  readonly defaultSharing?: DefaultSharing | undefined;
  readonly admin?: boolean | undefined;
}

/** The operations throw as `executeCommand` (operations.md, Commands). */
export const memberOperations = {
  list: async (hub: OperationHub): Promise<{ members: MemberDocument[] }> => ({
    members: memberDocuments(await readCurrent(hub)),
  }),

  add: async (hub: OperationHub, input: Requested<NewMember>): Promise<MemberDocument> => {
    const memberId = randomUUID();
    const { name, chatId, admin = false, actor, requestId } = input;
    const [first, last] = requestIdsOf(requestId, 2);
    const known = await readCurrent(hub);
    const { timeZone = newcomerTimeZone(known, actor) } = input;
    const event = addMember(known, { memberId, name, chatId, timeZone, actor });
    const { directory } = await admitMember(hub, withRequestId(event, admin ? first : last));
    if (!admin) return memberDocument(directory, memberId);
    // A member that was not added must not become an admin.
    const mark = setAdmin(directory, { memberId, admin, actor });
    const marked = await executeCommand(hub, withRequestId(mark, last));
    return memberDocument(marked.directory, memberId);
  },

  change: async (
    hub: OperationHub,
    { requestId, ...input }: Requested<MemberInput>,
  ): Promise<MemberDocument> => {
    const { memberId, admin, actor, ...changes } = input;
    const changesMore = Object.values(changes).some((value) => value !== undefined);
    const decide = (known: Directory) => [
      ...(admin === undefined ? [] : [setAdmin(known, { memberId, admin, actor })]),
      ...(admin === undefined || changesMore ? [changeMember(known, { ...changes, memberId, actor })] : []),
    ];
    // Only the current directory shows every taken name and chat id.
    const mayBeTaken = changes.name !== undefined || changes.chatId !== undefined;
    const events = mayBeTaken ? decide(await readCurrent(hub)) : await decideOnCopyFirst(hub, decide);
    const ids = requestIdsOf(requestId, events.length);
    const asked = events.map((event, index) => withRequestId(event, ids[index]));
    const { directory } = await carryOutMemberChanges(hub, asked);
    return memberDocument(directory, memberId);
  },

  leave: async (
    hub: OperationHub,
    { memberId, actor, requestId }: Requested<{ readonly memberId: string }>,
  ): Promise<MemberDocument> => {
    const event = removeMember(await readCurrent(hub), { memberId, actor });
    const { directory } = await executeCommand(hub, withRequestId(event, requestId));
    return memberDocument(directory, memberId);
  },
} as const;

/** Active members first, sorted by name. */
export function memberDocuments(directory: Directory): MemberDocument[] {
  const sorted = [...directory.members.values()].sort(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name, 'en'),
  );
  return sorted.map(({ id }) => memberDocument(directory, id));
}

export function memberDocument({ members, admins }: Directory, id: string) {
  const member = members.get(id);
  if (member === undefined) throw new Error('a granted member is missing');
  return {
    id: member.id,
    name: member.name,
    chat_id: member.chatId,
    time_zone: member.timeZone,
    status: member.active ? 'active' : 'left',
    is_admin: member.active && admins.has(id),
  };
}
