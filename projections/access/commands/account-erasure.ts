import { accountErased } from '../../../shared/events/types/account-erased.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireAccount } from './require-known.ts';

/** Erases an account with all that it left; `ids` are the others that its records may stand under (`otherIdsOf`). */
export function accountErasure(
  directory: Directory,
  { accountId, ids, actor }: Wish<{ readonly accountId: string; readonly ids: readonly string[] }>,
): CommandEvent<typeof accountErased> {
  requireAccount(directory, accountId);
  return commandEvent(accountErased, { subject: 'hub', actor }, { account_id: accountId, ids: [...ids] });
}
