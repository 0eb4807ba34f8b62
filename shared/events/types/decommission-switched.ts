import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** While on, every plugin endpoint answers 410; the read API is unaffected. */
export const decommissionSwitched = defineEvent({
  type: 'decommission-switched',
  stream: 'hub.membership',
  version: 1,
  schema: z.object({ on: z.boolean(), actor: Actor.optional() }),
});
