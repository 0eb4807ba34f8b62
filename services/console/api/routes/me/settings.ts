import { z } from 'zod';
import { readCurrent } from '../../../../../projections/access/commands/append-and-wait.ts';
import type { Member } from '../../../../../projections/access/model/entities.ts';
import { categories } from '../../../../../shared/domain/category.ts';
import { memberDocument, memberOperations } from '../../../../operations/members/members.ts';
import { defineCommand } from '../../define-command.ts';
import { defaultSharingField, timeZoneField } from '../../requests/fields.ts';

const Settings = z
  .strictObject({ time_zone: timeZoneField.optional(), default_sharing: defaultSharingField.optional() })
  .refine((body) => Object.keys(body).length > 0, 'give time_zone or default_sharing');

export const meSettingsRoute = defineCommand({
  path: 'me/settings',
  access: 'member',
  body: Settings,
  executeCommand: async ({ caller: { memberId }, actor, requestId, body }, { operations }) => {
    const directory = await readCurrent(operations);
    // A record without a change would stay in the log for ever.
    if (isUnchanged(directory.members.get(memberId), body)) return memberDocument(directory, memberId);
    const { time_zone: timeZone, default_sharing: defaultSharing } = body;
    return memberOperations.change(operations, { memberId, timeZone, defaultSharing, actor, requestId });
  },
});

function isUnchanged(member: Member | undefined, settings: z.infer<typeof Settings>): boolean {
  const { time_zone: timeZone = member?.timeZone, default_sharing: sharing } = settings;
  const isSameSharing =
    sharing === undefined ||
    categories.every((category) => member?.defaultSharing?.[category] === sharing[category]);
  return member?.timeZone === timeZone && isSameSharing;
}
