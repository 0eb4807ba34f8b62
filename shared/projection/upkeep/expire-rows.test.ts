import { expect, test } from 'vitest';
import { prepareGenerations } from '../generations/generations.ts';
import type { Projection, RowRetention } from '../projection.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { expireRows } from './expire-rows.ts';

test('rows of one projection that cannot be deleted keep those of no other', async () => {
  const { database } = await openTestLog();
  const withRetention = (name: string, deleteOld: RowRetention['deleteOld']): Projection => ({
    ...tallyProjection,
    name,
    retention: { setting: 'DAYS', table: 'tally', column: 'changed_at', deleteOld },
  });
  const asked: string[] = [];
  const projections = [
    withRetention('tally_damaged', async () => {
      throw new Error('invalid page in block 0');
    }),
    withRetention('tally_whole', async ({ schema }) => {
      asked.push(schema);
      return 0;
    }),
  ];
  await prepareGenerations(database, projections);
  await expect(expireRows(database, projections, { DAYS: 1_000 })).rejects.toThrow('invalid page in block 0');
  expect(asked).toEqual(['"tally_whole_g1"']);
});
