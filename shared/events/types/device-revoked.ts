import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const deviceRevoked = defineEvent({
  type: 'device-revoked',
  stream: 'hub.membership',
  version: 1,
  description: 'A device is refused from here on.',
  appended: 'when somebody revokes a device',
  key: 'member',
  schema: z.object({ device_id: z.uuid(), actor: Actor.optional() }),
});
