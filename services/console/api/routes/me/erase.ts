import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { requireMember } from '../../../../../projections/access/commands/require-known.ts';
import { memberOperations } from '../../../../operations/members/members.ts';
import { defineCommand } from '../../define-command.ts';
import { requireConfirmation } from '../../requests/require-confirmation.ts';

/** Erases the caller and ends their session. Their accounts pass to other members. */
export const meEraseRoute = defineCommand({
  path: 'me/erase',
  access: 'member',
  body: z.strictObject({ name: z.string() }),
  executeCommand: async ({ caller: { memberId }, actor, requestId, body }, { operations, backupDir }) => {
    requireConfirmation(body.name, requireMember(await readCurrent(operations), memberId).name);
    return memberOperations.erase(operations, { memberId, backupDir, actor, requestId });
  },
});
