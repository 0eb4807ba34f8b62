import { expect, test } from 'vitest';
import { newEvent } from '../../../events/event.ts';
import { sessionEnded } from '../../../events/types/session-ended.ts';
import type { LogRecord, ReadOptions, ReadPosition } from '../../../log/event-log.ts';
import type { Journal } from '../../../log/journal.ts';
import { prepareGenerations } from '../../generations/generations.ts';
import type { Projection } from '../../projection.ts';
import { digestGeneration } from '../../testing/digest-generation.ts';
import { openTestLog } from '../../testing/open-test-log.ts';
import { tallyProjection } from '../../testing/tally-projection.ts';
import { xp } from '../../testing/xp-records.ts';
import { rebuildGenerations } from './rebuild.ts';

const records = 500;
const other: Projection = { ...(tallyProjection as Projection), name: 'xp-history' };

/** `widest` is the number of partitions of the widest read. */
function counting(journal: Journal) {
  let read = 0;
  let widest = 0;
  let decoded = 0;
  const { log } = journal;
  return {
    journal: {
      ...journal,
      log: {
        ...log,
        read: async (positions: readonly ReadPosition[], options: ReadOptions) => {
          const pages = await log.read(positions, options);
          for (const page of pages) read += page.records.length;
          widest = Math.max(widest, positions.length);
          return pages;
        },
      },
      decode: (entries: readonly LogRecord[]) => {
        decoded += entries.length;
        return journal.decode(entries);
      },
    } satisfies Journal,
    read: () => read,
    widest: () => widest,
    decoded: () => decoded,
  };
}

test('projections of one stream share one reading and one decoding, whatever their positions', async () => {
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
  // The record before each place where a generation continues is read too.
  expect(apart.read()).toBeLessThan(records * 1.1);
  const digests = await Promise.all(
    [...rebuilt, ...again].map(({ generation }) => digestGeneration(database, generation)),
  );
  expect(new Set(digests.map(({ digest }) => digest)).size).toBe(1);
  expect(digests.map(({ rows }) => rows)).toEqual([30, 30, 30, 30]);
});

test('each projection of a shared reading counts only records of the streams that it reads', async () => {
  const { database, journal, decisions } = await openTestLog();
  const wider: Projection = { ...other, streams: ['hub.xp', 'hub.activity'] };
  const projections = [tallyProjection, wider];
  await prepareGenerations(database, projections);
  const ended = newEvent(sessionEnded, { subject: 'a', source: 'ha' }, { at: 1, reason: 'logout' });
  await journal.append([xp('a', 1), xp('b', 1), xp('a', 2), ended, ended]);
  const rebuilt = await rebuildGenerations({ database, decisions, journal, projections });
  expect(rebuilt.map(({ generation, events }) => [generation.projection.name, events])).toEqual([
    ['tally', 3],
    ['xp-history', 5],
  ]);
});

test('a few partitions are read at once, and only one partition in small batches', async () => {
  const { database, journal, decisions } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  const accounts = Array.from({ length: 60 }, (_, index) => `a${index}`);
  await journal.append(accounts.flatMap((account) => [xp(account, 1), xp(account, 2)]));
  const widest: number[] = [];
  const digests = new Set<string>();
  for (const batchRecords of [5_000, 25]) {
    const counted = counting(journal);
    const [rebuilt] = await rebuildGenerations({
      database,
      decisions,
      journal: counted.journal,
      projections: [tallyProjection],
      batchRecords: () => batchRecords,
    });
    widest.push(counted.widest());
    if (rebuilt !== undefined) digests.add((await digestGeneration(database, rebuilt.generation)).digest);
  }
  expect(widest).toEqual([5, 1]);
  expect(digests.size).toBe(1);
});
