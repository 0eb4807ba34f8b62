import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { DeviceName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

export const deviceRenamed = defineEvent({
  type: 'device-renamed',
  stream: 'hub.membership',
  version: 1,
  description: 'A member gave a device another name.',
  appended: 'when a member renames a device',
  key: 'member',
  schema: z.object({
    device_id: z.uuid(),
    name: DeviceName.describe('The new name.'),
    actor: Actor.optional(),
  }),
});
