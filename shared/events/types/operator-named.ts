import { z } from 'zod';
import { OperatorName } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/** Which user of the operating system gave a command whose own record says `cli`. It is appended before that record. */
export const operatorNamed = defineEvent({
  type: 'operator-named',
  stream: 'hub.audit',
  version: 1,
  schema: z.object({ record_id: z.uuid(), operator: OperatorName }),
});
