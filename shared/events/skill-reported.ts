import { z } from 'zod';
import { defineEvent } from './event.ts';

/** Part `skill/<Name>` of an account; `level` is virtual above 99, 127 at 200 million xp. */
export const skillReported = defineEvent({
  type: 'skill-reported',
  stream: 'hub.state',
  version: 1,
  schema: z.object({ at: z.int(), skill: z.string(), level: z.int(), xp: z.int() }),
});
