import { type NewEvent, type NewEventOf, newEvent } from '../../../shared/events/event.ts';
import {
  memberChangeRefused,
  type TakenRefusal,
} from '../../../shared/events/types/member-change-refused.ts';
import { memberChanged } from '../../../shared/events/types/member-changed.ts';
import type { Directory } from '../directory/directory.ts';

/**
 * States that of these commands the change of a member was refused for what somebody else has. It is no command: nobody
 * gives it, and nothing is granted.
 * @param directory shows the change, which changed nothing
 * @returns null where none of them is one, or its member is gone meanwhile
 */
export function refusedChange(
  { members }: Directory,
  commands: readonly Pick<NewEvent, 'type' | 'recordId' | 'data'>[],
  refusal: TakenRefusal,
): NewEventOf<typeof memberChangeRefused> | null {
  const refused = commands.find(({ type }) => type === memberChanged.type);
  if (refused === undefined) return null;
  const { member_id, name, chat_id, time_zone } = memberChanged.schema.parse(refused.data);
  const member = members.get(member_id);
  if (member === undefined) return null;
  return newEvent(
    memberChangeRefused,
    { subject: member_id, source: 'hub' },
    {
      member_id,
      record_id: refused.recordId,
      refusal,
      asked: { name, chat_id, time_zone },
      kept: {
        name: member.name,
        chat_id: member.chatId,
        time_zone: member.timeZone,
        changed_at: member.changedAt,
      },
    },
  );
}
