import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const competitionEnded = defineEvent({
  type: 'competition-ended',
  stream: 'hub.membership',
  version: 1,
  description: 'The end of a competition before its time. The definition stays.',
  appended: 'when an admin or a command ends a competition',
  key: 'hub',
  schema: z.object({ competition_id: z.uuid(), actor: Actor.optional() }),
});
