import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const xpCorrected = defineEvent({
  type: 'xp-corrected',
  stream: 'hub.xp',
  version: 1,
  description:
    'An operator confirmed lower xp. The series takes the xp of skills whose lower reports wait for confirmation at once (decisions.md, Falling xp).',
  appended: 'by `hub account correct-xp`, or the page of the admins',
  key: 'account',
  schema: z.object({ skills: z.record(z.string(), z.int()).describe('The confirmed xp by skill.') }),
});
