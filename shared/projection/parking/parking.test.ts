import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../log/event-log.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { openTally, tallyTotals } from '../testing/open-tally.ts';
import { drain, parkedRows, step, takeAll } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { brokenEntry, entryOf, neighbours, poison, refused, xp } from '../testing/xp-records.ts';

const [bad = '', good = ''] = neighbours(2);

const poisons: { name: string; entry: () => LogEntry; reason: RegExp }[] = [
  { name: 'that is no JSON', entry: () => brokenEntry(bad), reason: /./ },
  { name: 'that the fold throws on', entry: () => entryOf(poison(bad)), reason: /cannot take/ },
  { name: 'that the database refuses', entry: () => entryOf(refused(bad)), reason: /^22003/ },
];

describe.each(poisons)('a record $name', ({ entry, reason }) => {
  test('is parked, later records of its subject wait, and other subjects continue', async () => {
    const { database, journal, generation } = await openTally();
    const before = [entryOf(xp(bad, 1)), entryOf(xp(good, 1))];
    await journal.log.append([...before, entry(), entryOf(xp(good, 2)), entryOf(xp(bad, 3))]);
    await drain(database, journal, generation);

    expect(await tallyTotals({ database, generation })).toEqual({ [bad]: 1, [good]: 3 });
    const parked = await parkedRows(database, generation);
    expect(parked).toEqual([
      { record_offset: 2, subject: bad, behind: false, reason: expect.stringMatching(reason) },
      { record_offset: 4, subject: bad, behind: true, reason: 'waits behind a parked record' },
    ]);
  });

  test.each([1, 2, 1_000])(
    'is parked by a rebuild in batches of %i as by the live generation',
    async (size) => {
      const { database, journal, generation } = await openTally();
      await journal.log.append([entryOf(xp(bad, 1)), entry(), entryOf(xp(bad, 2)), entryOf(xp(good, 3))]);
      await drain(database, journal, generation);
      const projection = tallyProjection;
      const rebuilt = await buildGeneration({ database, journal, projection, batchSize: () => size });
      expect(await tallyTotals({ database, generation: rebuilt })).toEqual({ [bad]: 1, [good]: 3 });
      expect(await parkedRows(database, rebuilt)).toEqual(await parkedRows(database, generation));
    },
  );

  test('holds its subject back in later batches, and after a takeover', async () => {
    const { database, journal, generation } = await openTally();
    await journal.log.append([entryOf(xp(bad, 1)), entry()]);
    const leases = await takeAll(database, generation);
    await step(database, journal, generation, leases);
    await journal.append([xp(bad, 2), xp(good, 2)]);
    await step(database, journal, generation, leases);
    await journal.append([xp(bad, 3), xp(good, 3)]);
    await drain(database, journal, generation);

    expect(await tallyTotals({ database, generation })).toEqual({ [bad]: 1, [good]: 5 });
    const parked = await parkedRows(database, generation);
    expect(parked.map(({ record_offset, behind }) => [record_offset, behind])).toEqual([
      [1, false],
      [2, true],
      [4, true],
    ]);
  });

  test('parks only itself in a projection that parks single records', async () => {
    const { database, journal, generation } = await openTally({ ...tallyProjection, parks: 'record' });
    await journal.log.append([entryOf(xp(bad, 1)), entry(), entryOf(xp(bad, 3))]);
    await drain(database, journal, generation);

    expect(await tallyTotals({ database, generation })).toEqual({ [bad]: 4 });
    const parked = await parkedRows(database, generation);
    expect(parked.map(({ record_offset }) => record_offset)).toEqual([1]);
  });
});

test('parks a record whose reason has characters that Postgres cannot store', async () => {
  const evolve = () => {
    throw new Error(`\0 \ud800 ${'x'.repeat(10_000)}`);
  };
  const { database, journal, generation } = await openTally({ ...tallyProjection, evolve });
  await journal.append([xp(bad, 1)]);
  await drain(database, journal, generation);
  const [parked] = await parkedRows(database, generation);
  expect(parked?.reason).toHaveLength(500);
});

test('skips a type that the projection does not handle, readable or not', async () => {
  const { database, journal, generation } = await openTally({ ...tallyProjection, handles: [] });
  await journal.log.append([brokenEntry(bad), entryOf(poison(bad))]);
  await drain(database, journal, generation);
  expect(await parkedRows(database, generation)).toEqual([]);
});
