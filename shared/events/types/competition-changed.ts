import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { CompetitionDefinition } from '../../domain/competition.ts';
import { defineEvent } from '../event.ts';

export const competitionChanged = defineEvent({
  type: 'competition-changed',
  stream: 'hub.membership',
  version: 1,
  description: 'A new definition of a competition. A missing field stays unchanged.',
  appended: 'when an admin or a command changes a competition',
  key: 'hub',
  schema: z.object({
    competition_id: z.uuid(),
    ...CompetitionDefinition.partial().shape,
    actor: Actor.optional(),
  }),
});
