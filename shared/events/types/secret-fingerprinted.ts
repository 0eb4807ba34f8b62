import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** The hub secret that this log was made with, as a one-way fingerprint; the first record in the log counts. */
export const secretFingerprinted = defineEvent({
  type: 'secret-fingerprinted',
  stream: 'hub.keys',
  version: 1,
  schema: z.object({ fingerprint: z.base64() }),
});
