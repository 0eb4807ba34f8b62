import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEntry } from '../../log/event-log.ts';
import { prepareGenerations } from '../generations/generations.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { digestGeneration } from '../testing/digest-generation.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { parkedRows } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { brokenEntry, entryOf, poison, refused, xp } from '../testing/xp-records.ts';

const records = 120;

test('splitting a log into any batches gives the same bytes', async () => {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  await journal.log.import(mixedLog());
  // The clock of a log may step back.
  await database.run({ text: 'update log.hub_xp set append_time = append_time - "offset" % 7 * 100' });
  const build = (batchSize: () => number) =>
    buildGeneration({ database, journal, projection: tallyProjection, batchSize });
  const whole = await build(() => records);
  const expected = {
    ...(await digestGeneration(database, whole)),
    parked: await parkedRows(database, whole),
  };
  expect(expected.rows).toBeGreaterThan(5);
  expect(expected.parked.length).toBeGreaterThan(5);

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
      async (sizes) => {
        let turn = 0;
        const split = await build(() => sizes[turn++ % sizes.length] ?? 1);
        const parked = await parkedRows(database, split);
        expect({ ...(await digestGeneration(database, split)), parked }).toEqual(expected);
      },
    ),
    { numRuns: 15 },
  );
});

/** A few records cannot be read, folded or stored. */
function mixedLog(): (LogEntry & { appendTime: number })[] {
  return Array.from({ length: records }, (_, index) => {
    const subject = `account${index % 10}`;
    return { ...entryAt(index, subject), appendTime: 1_700_000_000_000 + index * 10 };
  });
}

function entryAt(index: number, subject: string): LogEntry {
  if (index === 41) return brokenEntry(subject);
  if (index === 52) return entryOf(poison(subject));
  if (index === 63) return entryOf(refused(subject));
  return entryOf(xp(subject, index));
}
