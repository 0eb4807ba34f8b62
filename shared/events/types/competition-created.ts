import { z } from 'zod';
import { Actor } from '../../domain/actor.ts';
import { CompetitionDefinition } from '../../domain/competition.ts';
import { defineEvent } from '../event.ts';

export const competitionCreated = defineEvent({
  type: 'competition-created',
  stream: 'hub.membership',
  version: 1,
  description: 'A new competition. Refused at `competitionsMax` competitions that have not ended.',
  appended: 'when an admin or a command creates a competition',
  key: 'hub',
  schema: z.object({
    competition_id: z.uuid(),
    ...CompetitionDefinition.shape,
    actor: Actor.optional(),
  }),
});
