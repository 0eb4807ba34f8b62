import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const deviceSeen = defineEvent({
  type: 'device-seen',
  stream: 'hub.membership',
  version: 1,
  description: 'A device sent something.',
  appended: 'with a report, at most once an hour for each device',
  key: 'member',
  schema: z.object({ device_id: z.uuid(), at: z.int().describe('When the report was received, epoch ms.') }),
});
