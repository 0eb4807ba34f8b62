import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { refused } from '../../../projections/access/commands/command-refused.ts';
import { quill } from '../../../projections/access/testing/membership.ts';
import { OperatorError } from '../../../shared/errors.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { prepareConsole } from '../prepare-console.ts';
import { carryOutOnce } from './given-commands.ts';

const log = onceAFile(async () => {
  const opened = await openTestLog('projections');
  await prepareConsole(opened.database);
  return opened;
});

const damaged = new OperatorError('log_damaged', 'records 0 to 9 cannot be read');

test.each([
  ['that was granted, and then met a damaged log, stays as given', null, damaged, 'given'],
  ['that met a damaged log before anything was decided is refused', undefined, damaged, 'refused'],
  ['of which the last part was granted and the first not is refused', null, refused('last_admin'), 'refused'],
  ['that was refused is refused', 'last_admin', refused('last_admin'), 'refused'],
])('a command %s', async (_case, verdict, failure, state) => {
  const { database } = log();
  const requestId = randomUUID();
  const given = carryOutOnce(database, { requestId, memberId: quill }, async () => {
    if (verdict !== undefined) {
      await database.run({
        text: `insert into access_g1.verdict (record_id, subject, refusal, last_offset) values ($1, 'hub', $2, 0)`,
        values: [requestId, verdict],
      });
    }
    throw failure;
  });
  await expect(given).rejects.toBe(failure);
  const row = await database.one({
    text: 'select state, message from console.command where request_id = $1',
    values: [requestId],
  });
  expect(row).toEqual({ state, message: state === 'refused' ? failure.message : null });
});
