import { expect, test } from 'vitest';
import { commandIn } from './command-in.ts';

test.each([
  ['hub backup now; BACKUP_ENABLED=true takes one each night', 'hub backup now'],
  ['hub backup list says why; remove them', 'hub backup list'],
  ['hub key revoke 2zUHxTsKYY', 'hub key revoke 2zUHxTsKYY'],
  ['check the load of the database, start another hub projector', 'hub projector'],
  ['hub projections retire event-feed --generation 3', 'hub projections retire event-feed --generation 3'],
  ['start the hub with PUBLIC_URL', null],
])('the command in “%s” is %s', (advice, command) => expect(commandIn(advice)).toBe(command));
