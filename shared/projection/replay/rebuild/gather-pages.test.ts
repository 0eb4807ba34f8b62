import { expect, test } from 'vitest';
import type { ParkedDecisionSource } from '../../commit/parked-decisions.ts';
import { prepareGenerations } from '../../generations/generations.ts';
import { buildGeneration } from '../../testing/build-generation.ts';
import { digestGeneration } from '../../testing/digest-generation.ts';
import { openTestLog } from '../../testing/open-test-log.ts';
import { parkedRows } from '../../testing/step-projector.ts';
import { tallyProjection } from '../../testing/tally-projection.ts';
import { poison, refused, xp } from '../../testing/xp-records.ts';
import { eraseSubjects } from '../../upkeep/erase-subjects.ts';

test('many pages in one transaction give the same rows and parked records as a transaction for each page', async () => {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  const events = Array.from({ length: 2_400 }, (_, index) => {
    if (index === 700) return poison('a1');
    if (index === 1_600) return refused('a2');
    return xp(`a${index % 40}`, index);
  });
  await journal.append(events);
  const made = [];
  for (const records of [2_400, 300]) {
    const built = await buildGeneration({
      database,
      journal,
      projection: tallyProjection,
      batchSize: () => records,
    });
    const { digest, rows } = await digestGeneration(database, built);
    made.push({ digest, rows, parked: await parkedRows(database, built) });
  }
  expect(made[0]).toEqual(made[1]);
  expect(made[0]).toMatchObject({ rows: 40 });
  expect(made[0]?.parked.filter(({ behind }) => !behind)).toHaveLength(2);
});

test('a subject that is erased while pages are gathered is in no table afterwards', async () => {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  await journal.append([xp('gone', 1), xp('other', 2)]);
  let asked = 0;
  // Decisions are read after the revision that shows an erasure.
  const decisions: ParkedDecisionSource = {
    projection: 'access',
    read: async () => {
      asked += 1;
      if (asked === 1) await eraseSubjects(database, ['gone']);
      return new Map();
    },
  };
  const built = await buildGeneration({ database, journal, projection: tallyProjection, decisions });
  const rows = await database.many({ text: `select account_id from ${built.schema}.tally` });
  expect(rows).toEqual([{ account_id: 'other' }]);
  expect(asked).toBe(2);
});
