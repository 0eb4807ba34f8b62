import { z } from 'zod';
import { OperatorName } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

/**
 * The user of the operating system behind a command of `cli`. Appended before the record of the
 * command.
 */
export const operatorNamed = defineEvent({
  type: 'operator-named',
  stream: 'hub.audit',
  version: 1,
  schema: z.object({ record_id: z.uuid(), operator: OperatorName }),
});
