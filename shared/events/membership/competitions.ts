import { z } from 'zod';
import { CompetitionDefinition } from '../../domain/competition.ts';
import { defineMembershipEvent } from './define-membership-event.ts';

export const competitionCreated = defineMembershipEvent({
  type: 'competition-created',
  description: 'A new competition. Refused at `competitionsMax` competitions that have not ended.',
  appended: 'when an admin or a command creates a competition',
  key: 'hub',
  fields: { competition_id: z.uuid(), ...CompetitionDefinition.shape },
});

export const competitionChanged = defineMembershipEvent({
  type: 'competition-changed',
  description: 'A new definition of a competition. A missing field stays unchanged.',
  appended: 'when an admin or a command changes a competition',
  key: 'hub',
  fields: { competition_id: z.uuid(), ...CompetitionDefinition.partial().shape },
});

export const competitionEnded = defineMembershipEvent({
  type: 'competition-ended',
  description: 'The end of a competition before its time. The definition stays.',
  appended: 'when an admin or a command ends a competition',
  key: 'hub',
  fields: { competition_id: z.uuid() },
});
