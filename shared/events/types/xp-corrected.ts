import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const xpCorrected = defineEvent({
  type: 'xp-corrected',
  stream: 'hub.xp',
  version: 1,
  description:
    'An operator confirmed lower xp. The series then takes the lower xp at once, although lower xp otherwise waits for a day (rules/xp.md#falling-xp).',
  appended: 'by `hub account correct-xp`, or the page of the admins',
  key: 'account',
  schema: z.object({ skills: z.record(z.string(), z.int()).describe('The confirmed xp by skill.') }),
});
