import { describe, expect, test } from 'vitest';
import type { Database, Tx } from '../postgres/database.ts';
import { buildGeneration } from './testing/build-generation.ts';
import { digestGeneration } from './testing/digest-generation.ts';
import { openTally } from './testing/open-tally.ts';
import { drain, parkedRows, step, takeAll } from './testing/step-projector.ts';
import { tallyProjection } from './testing/tally-projection.ts';
import { poison, xp } from './testing/xp-records.ts';

/** Advance the checkpoints, two reads of excluded records, load, save, park. */
const statements = 6;
const points = Array.from({ length: statements }, (_, index) => index + 1).flatMap((number) => [
  { when: 'before', number } as const,
  { when: 'after', number } as const,
]);

describe.each(points)('a crash $when statement $number of a batch', (point) => {
  test('leaves nothing behind, and a new projector ends with the same bytes as a rebuild', async () => {
    const { database, journal, generation } = await openTally();
    await journal.append([xp('a', 1), xp('b', 2)]);
    await drain(database, journal, generation);
    await journal.append([xp('a', 3), poison('b'), xp('b', 4), xp('c', 5)]);
    const before = await digestGeneration(database, generation);

    const crashing = crashingDatabase(database, point);
    const leases = await takeAll(database, generation);
    await expect(step(crashing, journal, generation, leases)).rejects.toThrow('crash');
    expect(await digestGeneration(database, generation)).toEqual(before);
    expect(await parkedRows(database, generation)).toEqual([]);

    await drain(database, journal, generation);
    const replay = await buildGeneration({ database, journal, projection: tallyProjection });
    expect(await digestGeneration(database, generation)).toEqual(await digestGeneration(database, replay));
    expect(await parkedRows(database, generation)).toEqual(await parkedRows(database, replay));
    expect(await parkedRows(database, replay)).toHaveLength(2);
  });
});

test('a crash after the commit repeats nothing', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp('a', 3), poison('b'), xp('b', 4)]);

  const crashing = crashingDatabase(database, { when: 'after commit' });
  const leases = await takeAll(database, generation);
  await expect(step(crashing, journal, generation, leases)).rejects.toThrow('crash');
  const committed = await digestGeneration(database, generation);
  expect(committed.rows).toBe(1);

  await drain(database, journal, generation);
  expect(await digestGeneration(database, generation)).toEqual(committed);
  expect(await parkedRows(database, generation)).toHaveLength(2);
});

test('the crash tests cover every statement of a batch', async () => {
  const { database, journal, generation } = await openTally();
  await journal.append([xp('a', 3), poison('b')]);
  let count = 0;
  const counting = watchedDatabase(database, async (run) => {
    count += 1;
    return run();
  });
  await step(counting, journal, generation, await takeAll(database, generation));
  expect(count).toBe(statements);
});

type Point = { when: 'before' | 'after'; number: number } | { when: 'after commit' };

/** Transactions end in an error at the point, as if the process died there. */
function crashingDatabase(database: Database, point: Point): Database {
  let count = 0;
  const watched = watchedDatabase(database, async (run) => {
    count += 1;
    const here = 'number' in point && point.number === count;
    if (here && point.when === 'before') throw new Error('crash');
    const result = await run();
    if (here) throw new Error('crash');
    return result;
  });
  if (point.when !== 'after commit') return watched;
  return {
    ...database,
    transaction: async (work, options) => {
      await database.transaction(work, options);
      throw new Error('crash');
    },
  };
}

function watchedDatabase(
  database: Database,
  around: <Result>(run: () => Promise<Result>) => Promise<Result>,
): Database {
  const watch = (tx: Tx): Tx => ({
    many: (statement) => around(() => tx.many(statement)),
    one: (statement) => around(() => tx.one(statement)),
    maybeOne: (statement) => around(() => tx.maybeOne(statement)),
    run: (statement) => around(() => tx.run(statement)),
    session: tx.session,
    copyIn: (text, bytes) => around(() => tx.copyIn(text, bytes)),
  });
  return {
    ...database,
    transaction: (work, options) => database.transaction((tx) => work(watch(tx)), options),
  };
}
