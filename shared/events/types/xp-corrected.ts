import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * An operator confirmed lower xp. The series takes the xp of skills whose lower reports wait for
 * confirmation at once (decisions.md, Falling xp).
 */
export const xpCorrected = defineEvent({
  type: 'xp-corrected',
  stream: 'hub.xp',
  version: 1,
  schema: z.object({ skills: z.record(z.string(), z.int()) }),
});
