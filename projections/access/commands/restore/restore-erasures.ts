import { z } from 'zod';
import { accountErased } from '../../../../shared/events/types/account-erased.ts';
import { memberErased } from '../../../../shared/events/types/member-erased.ts';
import type { Directory } from '../../directory/directory.ts';
import { type CommandEvent, commandEvent } from '../command-event.ts';

/** The limit of ids in one event, far below the size limit of a record. */
const idsPerEvent = 500;

/**
 * Erasures that a restored log lacks because it is older. The records of these accounts and members
 * cannot be opened any more, so the directory may lack them. Their ids must never be used again.
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
