import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** A one-way fingerprint of the hub secret of this log. The first record in the log counts. */
export const secretFingerprinted = defineEvent({
  type: 'secret-fingerprinted',
  stream: 'hub.keys',
  version: 1,
  schema: z.object({ fingerprint: z.base64() }),
});
