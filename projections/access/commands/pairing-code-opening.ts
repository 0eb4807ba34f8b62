import { pairingCodeMade } from '../../../shared/events/types/pairing-code-made.ts';
import type { Directory } from '../directory/directory.ts';
import { type CommandEvent, commandEvent, type Wish } from './command-event.ts';
import { requireActiveMember } from './require-known.ts';

/** Opens a pairing code for a device of an active member. Whether the code is free is for the fold to say. */
export function pairingCodeOpening(
  directory: Directory,
  wish: Wish<{ readonly memberId: string; readonly codeHash: string }>,
): CommandEvent<typeof pairingCodeMade> {
  const { memberId, codeHash, actor } = wish;
  requireActiveMember(directory, memberId);
  const data = { member_id: memberId, code_hash: codeHash };
  return commandEvent(pairingCodeMade, { subject: memberId, actor }, data);
}
