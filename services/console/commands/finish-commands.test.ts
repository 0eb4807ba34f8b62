import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { DirectoryUnavailable } from '../../../projections/access/directory/directory.ts';
import { directoryOf } from '../../../projections/access/testing/directory-of.ts';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { openTestLog } from '../../../shared/projection/testing/open-test-log.ts';
import { prepareConsole } from '../prepare-console.ts';
import { finishCommands } from './finish-commands.ts';

test('an erasure that the copy of the directory does not show yet is waited for before it counts as finished', async () => {
  const { database, journal, logger } = await openTestLog('projections');
  await prepareConsole(database);
  const erasure = given.accountErasure('a1');
  await journal.append([erasure]);
  await database.run({
    text: `insert into access_g1.verdict (record_id, subject, last_offset) values ($1, 'a1', 0)`,
    values: [erasure.recordId],
  });
  await database.run({
    text: `insert into console.command (request_id, member_id, state, given_at)
           values ($1, $2, 'given', clock_timestamp() - interval '2 minutes')`,
    values: [erasure.recordId, quill],
  });
  let shown = directoryOf();
  const directory = {
    current: () => shown,
    currentOrStale: () => shown,
    atLeast: async (epoch: number) => {
      if (epoch > shown.epoch) throw new DirectoryUnavailable('not yet');
      return shown;
    },
    renewed: async () => shown,
    latestClock: Date.now,
    onChange: () => () => {},
    close: async () => {},
  };
  const hub = { database, journal, directory, hubSecret: randomBytes(32) };
  const outcome = async () => {
    const [erased, commands] = [
      'select subject from projection.erased',
      'select state from console.command',
    ].map((text) => database.many({ text }));
    return [await erased, await commands];
  };
  await finishCommands(hub, logger)();
  expect(await outcome()).toEqual([[], [{ state: 'given' }]]);
  shown = directoryOf(erasure);
  await finishCommands(hub, logger)();
  expect(await outcome()).toEqual([[{ subject: 'a1' }], [{ state: 'granted' }]]);
});
