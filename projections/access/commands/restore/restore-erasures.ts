import { z } from 'zod';
import { accountErased } from '../../../../shared/events/types/account-erased.ts';
import { memberErased } from '../../../../shared/events/types/member-erased.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, commandEvent } from '../command-event.ts';

/** Far below the size limit of a record. */
const idsPerEvent = 500;

/**
 * The directory may lack these accounts and members, because their records cannot be opened any
 * more. Their ids must never be used again.
 */
export function restoreErasures(
  { erased }: Directory,
  subjects: readonly string[],
): (CommandEvent<typeof accountErased> | CommandEvent<typeof memberErased>)[] {
  const about = { subject: 'hub', actor: 'cli' } as const;
  const missing = subjects.filter((subject) => !erased.has(subject));
  const isMember = (subject: string) => z.guid().safeParse(subject).success;
  const members = missing
    .filter(isMember)
    .map((id) => commandEvent(memberErased, about, { member_id: id, even_last_admin: true }));
  const accounts = missing.filter((subject) => !isMember(subject));
  const events: ReturnType<typeof restoreErasures> = members;
  for (let from = 0; from < accounts.length; from += idsPerEvent) {
    const [first = '', ...ids] = accounts.slice(from, from + idsPerEvent);
    events.push(commandEvent(accountErased, about, { account_id: first, ids }));
  }
  return events;
}
