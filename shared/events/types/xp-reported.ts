import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const xpReported = defineEvent({
  type: 'xp-reported',
  stream: 'hub.xp',
  version: 1,
  description: 'Xp of the changed skills.',
  appended: 'with a report in which the xp of a skill changed, and with the first report of a UTC day',
  key: 'account',
  schema: z.object({
    at: z.int(),
    skills: z.record(z.string(), z.int()).describe('The xp by skill.'),
    complete: z.boolean().describe('The first message of a UTC day, with every skill that the plugin sent.'),
  }),
});
