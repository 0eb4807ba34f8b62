import type { Audience, Category } from '../../../../shared/domain/category.ts';
import { sharingChanged } from '../../../../shared/events/membership/accounts.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, type CommandInput, commandEvent } from '../command-event.ts';
import { requireAccount, requireActiveMember } from '../require-known.ts';

/** `memberIds` are the members of the audience `selected`. */
export function shareCategory(
  directory: Directory,
  input: CommandInput<{
    readonly accountId: string;
    readonly category: Category;
    readonly audience: Audience;
    readonly memberIds: readonly string[];
  }>,
): CommandEvent<typeof sharingChanged> {
  const { accountId, category, audience, memberIds, actor } = input;
  requireAccount(directory, accountId);
  const members = [...new Set(memberIds)];
  for (const id of members) requireActiveMember(directory, id);
  const data = { account_id: accountId, category, audience, with: members };
  return commandEvent(sharingChanged, { subject: accountId, actor }, data);
}
