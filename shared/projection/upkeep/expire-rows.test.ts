import { expect, test } from 'vitest';
import { prepareGenerations } from '../generations/generations.ts';
import type { Projection } from '../projection.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { expireRows } from './expire-rows.ts';

const withRows = (name: string, table: string): Projection => ({
  ...tallyProjection,
  name,
  retention: { setting: 'DAYS', table, column: 'changed_at' },
});

test('a projection whose rows cannot be deleted does not stop the expiry of other projections', async () => {
  const { database } = await openTestLog();
  const projections = [withRows('tally_damaged', 'damaged'), withRows('tally_whole', 'tally')];
  await prepareGenerations(database, projections);
  await database.run({
    text: `insert into tally_whole_g1.tally (account_id, reports, total, history, last_offset, changed_at)
           values ('old', 1, 1, '', 1, 0), ('new', 1, 1, '', 1, $1)`,
    values: [Date.now()],
  });
  await expect(expireRows(database, projections, { DAYS: 60_000 })).rejects.toThrow(
    '"tally_damaged_g1.damaged"',
  );
  const left = await database.many({ text: 'select account_id from tally_whole_g1.tally' });
  expect(left).toEqual([{ account_id: 'new' }]);
});

test('rows also expire in the tables of an earlier or later release, which that release may read again', async () => {
  const { database } = await openTestLog();
  const projection = withRows('tally_shapes', 'tally');
  await prepareGenerations(database, [projection]);
  await database.run({
    text: `update projection.generation set shape = shape + 1;
           insert into tally_shapes_g1.tally (account_id, reports, total, history, last_offset, changed_at)
           values ('old', 1, 1, '', 1, 0)`,
  });
  const otherTable = { setting: 'DAYS', table: 'unknown', column: 'changed_at' };
  expect(await expireRows(database, [{ ...projection, retention: otherTable }], { DAYS: 60_000 })).toBe(0);
  expect(await expireRows(database, [projection], { DAYS: 60_000 })).toBe(1);
});
