import { z } from 'zod';
import { memberOperations } from '../../../../operations/members.ts';
import { defineCommand } from '../../define-command.ts';
import { timeZoneField } from '../../fields.ts';

export const meSettingsRoute = defineCommand({
  path: 'me/settings',
  access: 'member',
  body: z.strictObject({ time_zone: timeZoneField }),
  carryOut: ({ caller: { memberId }, actor, requestId, body }, { operations }) =>
    memberOperations.change(operations, { memberId, timeZone: body.time_zone, actor, requestId }),
});
