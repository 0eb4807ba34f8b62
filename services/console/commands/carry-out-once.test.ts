import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { commandRefused } from '../../../projections/access/commands/command-event.ts';
import { quill } from '../../../projections/access/testing/membership.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { prepareConsole } from '../prepare-console.ts';
import { carryOutOnce } from './carry-out-once.ts';
import { commandRecordId } from './command-record-id.ts';

const log = onceAFile(async () => {
  const opened = await openTestLog('projections');
  await prepareConsole(opened.database);
  return opened;
});

const damaged = new OperatorError('log_damaged', 'records 0 to 9 cannot be read');

test.each([
  ['that was granted, and then met a damaged log, stays as given', null, damaged, 'given'],
  ['that met a damaged log before anything was decided is refused', undefined, damaged, 'refused'],
  [
    'with a granted last part and a refused first part is refused',
    null,
    commandRefused('last_admin'),
    'refused',
  ],
  ['that was refused is refused', 'last_admin', commandRefused('last_admin'), 'refused'],
])('a command %s', async (_case, verdict, failure, state) => {
  const { database } = log();
  const command = { requestId: randomUUID(), memberId: quill };
  const given = carryOutOnce(database, command, async () => {
    if (verdict !== undefined) {
      await database.run({
        text: `insert into access_g1.verdict (record_id, subject, refusal, last_offset) values ($1, 'hub', $2, 0)`,
        values: [commandRecordId(command), verdict],
      });
    }
    throw failure;
  });
  await expect(given).rejects.toBe(failure);
  const row = await database.one({
    text: 'select state, message from console.command where request_id = $1',
    values: [command.requestId],
  });
  expect(row).toEqual({ state, message: state === 'refused' ? failure.message : null });
});
