import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { prepareGenerations } from '../generations/generations.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { drain, liveGeneration } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { neighbours, xp } from '../testing/xp-records.ts';
import { readSubjectRows } from './subject-rows.ts';

const [own = '', other = ''] = neighbours(2);

test('a reader of the rows of an account may pause longer than other transactions may', async () => {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  await journal.append([xp(own, 1), xp(other, 2)]);
  await drain(database, journal, await liveGeneration(database, tallyProjection));
  const taken: [string, unknown][] = [];
  await readSubjectRows(database, { projection: tallyProjection, accountId: own }, async (table, rows) => {
    await pause(3_000);
    for (const row of rows) taken.push([table, JSON.parse(row)]);
  });
  expect(taken).toEqual([['tally', expect.objectContaining({ account_id: own, total: 1 })]]);
});
