import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEvent } from '../../shared/events/event.ts';
import { buildGeneration } from '../../shared/projection/testing/build-generation.ts';
import { digestGeneration } from '../../shared/projection/testing/digest-generation.ts';
import { openTestLog } from '../../shared/projection/testing/open-test-log.ts';
import { drain, liveGeneration } from '../../shared/projection/testing/step-projector.ts';
import { accountStateProjection } from './projection.ts';
import { report, wholeReport } from './testing/report.ts';

const at = 1_800_000_000_000;

async function openProjection() {
  const { database, journal } = await openTestLog('projections');
  const live = await liveGeneration(database, accountStateProjection);
  return {
    database,
    journal,
    live,
    rows: () =>
      database.many<{ part: string; value: unknown; last_offset: number; changed_at: number }>({
        text: `select part, value, last_offset, changed_at
               from ${live.schema}.part
               order by account_id, part`,
      }),
  };
}

test('keeps one row for each part of an account, with the position and time of its newest record', async () => {
  const { database, journal, live, rows } = await openProjection();
  await journal.append(wholeReport('quill', at));
  await drain(database, journal, live);
  const [later] = await journal.append([report.hitpoints('quill', at + 600, 12)]);
  await drain(database, journal, live);

  const stored = await rows();
  expect(stored.map((row) => row.part)).toEqual([
    'equipment',
    'hitpoints',
    'inventory',
    'location',
    'prayer',
    'presence',
    'skill/Attack',
    'spellbook',
  ]);
  expect(stored[1]).toEqual({
    part: 'hitpoints',
    value: { at: at + 600, current: 12, max: 99 },
    last_offset: later?.offset,
    changed_at: later?.appendTime,
  });
});

test('the last record wins, whatever times the reports have, within a batch and across batches', async () => {
  const { database, journal, live, rows } = await openProjection();
  await journal.append([report.hitpoints('quill', at, 50), report.hitpoints('quill', at - 9_000, 40)]);
  await drain(database, journal, live);
  expect((await rows()).map((row) => row.value)).toEqual([{ at: at - 9_000, current: 40, max: 99 }]);
  await journal.append([report.hitpoints('quill', at - 20_000, 30)]);
  await drain(database, journal, live);
  expect((await rows()).map((row) => row.value)).toEqual([{ at: at - 20_000, current: 30, max: 99 }]);
});

test('the same log gives the same rows, in batches of any size', async () => {
  const { database, journal, live } = await openProjection();
  const accounts = ['quill', 'bram', 'tess', 'odd"name', 'ünïcode'];
  for (let round = 0; round < 5; round += 1) {
    const events: NewEvent[] = accounts.flatMap((account) => wholeReport(account, at + round));
    await journal.append(events);
    await drain(database, journal, live);
  }
  const { digest, rows } = await digestGeneration(database, live);
  expect(rows).toBe(accounts.length * 8);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), async (sizes) => {
      let batch = 0;
      const batchSize = () => sizes[batch++ % sizes.length] ?? 1;
      const built = await buildGeneration({
        database,
        journal,
        projection: accountStateProjection,
        batchSize,
      });
      expect((await digestGeneration(database, built)).digest).toBe(digest);
    }),
    { numRuns: 8 },
  );
});
