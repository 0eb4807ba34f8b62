import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * An operator knows that lower xp is right: of skills whose lower reports wait for confirmation, the xp that the series
 * takes at once (decisions.md, Falling xp).
 */
export const xpCorrected = defineEvent({
  type: 'xp-corrected',
  stream: 'hub.xp',
  version: 1,
  schema: z.object({ skills: z.record(z.string(), z.int()) }),
});
