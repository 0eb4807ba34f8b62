import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import { memberDocument, memberOperations } from '../../../../operations/members/members.ts';
import { defineCommand } from '../../define-command.ts';
import { timeZoneField } from '../../requests/fields.ts';

export const meSettingsRoute = defineCommand({
  path: 'me/settings',
  access: 'member',
  body: z.strictObject({ time_zone: timeZoneField }),
  executeCommand: async ({ caller: { memberId }, actor, requestId, body }, { operations }) => {
    const directory = await readCurrent(operations);
    // A record without a change would stay in the log for ever.
    if (directory.members.get(memberId)?.timeZone === body.time_zone)
      return memberDocument(directory, memberId);
    return memberOperations.change(operations, { memberId, timeZone: body.time_zone, actor, requestId });
  },
});
