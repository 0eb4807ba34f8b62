import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const decommissionSwitched = defineEvent({
  type: 'decommission-switched',
  stream: 'hub.membership',
  version: 1,
  description:
    'The switch that tells all plugins to disconnect for good. While on, every plugin endpoint answers 410. The read API continues.',
  appended: 'when an admin or a command turns the switch',
  key: 'hub',
  schema: z.object({
    on: z.boolean().describe('Whether the hub is switched off for plugins.'),
    actor: Actor.optional(),
  }),
});
