import { z } from 'zod';
import { defineEvent } from '../event.ts';

export const secretFingerprinted = defineEvent({
  type: 'secret-fingerprinted',
  stream: 'hub.keys',
  version: 1,
  description: 'A one-way fingerprint of the hub secret of this log. The first record in the log counts.',
  appended: 'when a process opens a log without a fingerprint',
  key: 'hub/secret/fingerprint',
  schema: z.object({ fingerprint: z.base64().describe('The fingerprint.') }),
});
