import { expect, test } from 'vitest';
import type { Journal } from '../../../log/journal.ts';
import { digestGeneration } from '../../generations/generation-digest.ts';
import { prepareGenerations } from '../../generations/generations.ts';
import type { Projection } from '../../projection.ts';
import { openTestLog } from '../../testing/open-test-log.ts';
import { tallyProjection } from '../../testing/tally-projection.ts';
import { xp } from '../../testing/xp-records.ts';
import { rebuildGenerations } from './rebuild.ts';

const records = 500;
const other: Projection = { ...(tallyProjection as Projection), name: 'xp-history' };

/** Counts the records that are read and those that are decoded. */
function counting(journal: Journal): { journal: Journal; read(): number; decoded(): number } {
  let read = 0;
  let decoded = 0;
  const { log } = journal;
  return {
    journal: {
      ...journal,
      log: {
        ...log,
        read: async (places, options) => {
          const pages = await log.read(places, options);
          for (const page of pages) read += page.records.length;
          return pages;
        },
      },
      decode: (entries) => {
        decoded += entries.length;
        return journal.decode(entries);
      },
    },
    read: () => read,
    decoded: () => decoded,
  };
}

test('rooms of one stream share one reading and one decoding, from wherever each of them is', async () => {
  const { database, journal, decisions } = await openTestLog();
  const options = { database, decisions };
  const projections = [tallyProjection, other];
  await prepareGenerations(database, projections);
  await journal.append(Array.from({ length: records }, (_, index) => xp(`a${index % 30}`, index)));
  const together = counting(journal);
  const rebuilt = await rebuildGenerations({ ...options, journal: together.journal, projections });
  expect(rebuilt.map(({ events }) => events)).toEqual([records, records]);
  expect([together.read(), together.decoded()]).toEqual([records, records]);

  const stopped = new AbortController();
  const halfway = rebuildGenerations({
    ...options,
    journal,
    projections: [tallyProjection],
    batchRecords: () => 100,
    onProgress: () => stopped.abort(),
    signal: stopped.signal,
  });
  await expect(halfway).rejects.toThrow('interrupted');
  const apart = counting(journal);
  const again = await rebuildGenerations({ ...options, journal: apart.journal, projections });
  expect(apart.decoded()).toBe(records);
  // The record before each place where one goes on is looked at, too.
  expect(apart.read()).toBeLessThan(records * 1.1);
  const digests = await Promise.all(
    [...rebuilt, ...again].map(({ generation }) => digestGeneration(database, generation)),
  );
  expect(new Set(digests.map(({ digest }) => digest)).size).toBe(1);
  expect(digests.map(({ rows }) => rows)).toEqual([30, 30, 30, 30]);
});
