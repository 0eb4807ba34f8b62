import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** A device is refused from here on. */
export const deviceRevoked = defineEvent({
  type: 'device-revoked',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ device_id: z.uuid(), actor: Actor.optional() }),
});
