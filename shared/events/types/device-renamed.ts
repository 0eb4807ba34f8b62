import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { DeviceName } from '../../domain/member.ts';
import { defineEvent } from '../event.ts';

/** A member gave a device another name. */
export const deviceRenamed = defineEvent({
  type: 'device-renamed',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ device_id: z.uuid(), name: DeviceName, actor: Actor.optional() }),
});
