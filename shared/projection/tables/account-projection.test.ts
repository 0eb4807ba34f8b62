import { expect, test } from 'vitest';
import { xpReported } from '../../events/types/xp-reported.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { digestGeneration } from '../testing/digest-generation.ts';
import { foldRows } from '../testing/fold-rows.ts';
import { openTally } from '../testing/open-tally.ts';
import { drain, parkedRows } from '../testing/step-projector.ts';
import { xp } from '../testing/xp-records.ts';
import { accountProjection } from './account-projection.ts';
import { historyTable, jsonColumn, keyedTable } from './keyed-table.ts';

const unnamedSkill = 'Sailing';
const skill = keyedTable({
  key: { skill: 'text' },
  columns: { xp: 'int8', best: 'int8?', seen: jsonColumn<{ readonly reports: number }>() },
});
const report = historyTable({ key: { offset: 'int8' }, columns: { sum: 'int8' }, newest: 2, kept: 3 });

/** `keysOf` leaves out a skill, so that events with this skill are parked. */
const bestXp = accountProjection({
  name: 'best-xp',
  version: { shape: 1, logic: 1 },
  events: [xpReported],
  tables: { skill, report },
  keysOf: {
    skill: ({ data }) =>
      Object.keys(data.skills).flatMap((name) => (name === unnamedSkill ? [] : { skill: name })),
  },
  evolve: (rows, { data, offset }) => {
    const skills = Object.entries(data.skills).map(([name, value]) => {
      const known = rows.skill.get({ skill: name });
      if (known?.xp === value) return known;
      const best = known === null ? null : Math.max(known.xp, known.best ?? 0);
      return { skill: name, xp: value, best, seen: { reports: (known?.seen.reports ?? 0) + 1 } };
    });
    const earlier = rows.report.newest.map(({ sum }) => sum);
    const sum = skills.reduce((total, each) => total + each.xp, 0);
    return { skill: skills, report: earlier.includes(sum) ? [] : [{ offset, sum }] };
  },
});

test('rows are read by their keys, written when they changed, and equal after a rebuild', async () => {
  const { database, journal, generation } = await openTally(bestXp as never);
  const stored = () =>
    database.many({ text: `select skill, xp, best, seen from ${generation.schema}.skill order by skill` });
  await journal.append([xp('a', 5), xp('a', 9), xp('a', 7, 'Magic')]);
  await drain(database, journal, generation);
  await journal.append([xp('a', 3), xp('a', 7, 'Magic'), xp('b', 1)]);
  await drain(database, journal, generation);
  const expected = [
    { skill: 'Attack', xp: 3, best: 9, seen: { reports: 3 } },
    { skill: 'Attack', xp: 1, best: null, seen: { reports: 1 } },
    { skill: 'Magic', xp: 7, best: null, seen: { reports: 1 } },
  ];
  expect(await stored()).toEqual(expect.arrayContaining(expected));
  const { digest } = await digestGeneration(database, generation);
  for (const pageRecords of [1, 2, 100]) {
    const projection = bestXp as never;
    const built = await buildGeneration({ database, journal, projection, batchSize: () => 3, pageRecords });
    expect((await digestGeneration(database, built)).digest).toBe(digest);
  }
});

test('an event with a row that keysOf does not name is parked, and changes nothing', async () => {
  const { database, journal, generation } = await openTally(bestXp as never);
  await journal.append([xp('a', 5), xp('a', 9, unnamedSkill)]);
  await drain(database, journal, generation);
  expect(await parkedRows(database, generation)).toMatchObject([
    { record_offset: 1, reason: 'keysOf does not name the key "Sailing" of a row' },
  ]);
  expect(await database.many({ text: `select xp from ${generation.schema}.skill` })).toEqual([{ xp: 5 }]);
});

test('a history reads its newest rows and keeps as many rows as it declares', async () => {
  const { database, journal, generation } = await openTally(bestXp as never);
  for (const amount of [1, 2, 3, 2, 4, 3]) {
    await journal.append([xp('a', amount), xp('b', 1)]);
    await drain(database, journal, generation);
  }
  const rows = await database.many({
    text: `select account_id, sum from ${generation.schema}.report order by account_id, "offset"`,
  });
  // The fourth and the last report have a sum of the two newest rows.
  const sums = [2, 3, 4];
  expect(rows).toEqual([...sums.map((sum) => ({ account_id: 'a', sum })), { account_id: 'b', sum: 1 }]);
});

test('a row that stays as it was is no change, so nothing is saved', () => {
  const event = { ...xp('a', 5), partition: 0, offset: 1, recordTime: 1 } as never;
  const once = bestXp.evolve(bestXp.initial('a'), event);
  expect(bestXp.evolve(once, event)).toBe(once);
  expect(foldRows(bestXp, [event, event]).skill).toMatchObject([{ skill: 'Attack', xp: 5, best: null }]);
});
