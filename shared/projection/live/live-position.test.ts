import { expect, test } from 'vitest';
import type { Database } from '../../postgres/database.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { readLivePositionShared } from './live-position.ts';

const other = { ...tallyProjection, name: 'other' };
const absent = { ...tallyProjection, name: 'absent' };

test('reads in one turn of the event loop share a statement, and each returns its own projection', async () => {
  const { database } = await openTestLog();
  await prepareGenerations(database, [tallyProjection, other]);
  await database.run({
    text: `update projection.checkpoint set next_offset = 5, revision = 2 where projection = 'other' and partition = 3`,
  });
  let statements = 0;
  const counting: Database = {
    ...database,
    many: (statement) => {
      statements += 1;
      return database.many(statement);
    },
  };
  const asked = [other, absent, tallyProjection];
  const glances = await Promise.all(asked.map((projection) => readLivePositionShared(counting, projection)));
  expect(statements).toBe(1);
  const [ofOther, ofAbsent, ofTally] = glances;
  expect(ofOther).toMatchObject({ schema: '"other_g1"', revision: 2 });
  expect(ofOther?.partitions.map(({ nextOffset }) => nextOffset).sort()).toEqual([...Array(11).fill(0), 5]);
  expect(ofAbsent).toBeNull();
  expect(ofTally).toMatchObject({ schema: '"tally_g1"', revision: 0 });
  expect(ofTally?.partitions).toHaveLength(12);
});
