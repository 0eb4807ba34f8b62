import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const feedEpochOpened = defineEvent({
  type: 'feed-epoch-opened',
  stream: 'hub.feed',
  version: 1,
  description:
    'The log is older than its projected tables. From this record on, the sequence of an event is `base` plus its offset, above all sequences that were given out before.',
  appended: 'at the first start after a restore, or after a failover to a standby that lagged',
  key: 'hub',
  schema: z.object({
    base: z.int().positive().describe('Added to the offset of each later record of `hub.feed`.'),
  }),
});
