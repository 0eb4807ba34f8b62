import { z } from 'zod';
import { OperatorName } from '../../domain/actor.ts';
import { defineEvent } from '../event.ts';

export const operatorNamed = defineEvent({
  type: 'operator-named',
  stream: 'hub.audit',
  version: 1,
  description: 'The user of the operating system behind a command of `cli`.',
  appended: 'before the record of each command of the command line',
  key: 'account, member or hub',
  schema: z.object({
    record_id: z.uuid().describe('The record of the command.'),
    operator: OperatorName.describe('The user of the operating system.'),
  }),
});
