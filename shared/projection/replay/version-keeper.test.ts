import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LogUnavailable, OperatorError } from '../../errors/errors.ts';
import { type EventLog, logDamagedCode } from '../../log/event-log.ts';
import type { Journal } from '../../log/journal.ts';
import { createGeneration, findLive, findReadable, prepareGenerations } from '../generations/generations.ts';
import { openLiveGenerations } from '../live/live-generations.ts';
import type { Projection } from '../projection.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog, type TestLog } from '../testing/open-test-log.ts';
import { checkEveryMs, startRelease } from '../testing/start-release.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { entryOf, xp } from '../testing/xp-records.ts';
import { readProjectionStatus } from '../upkeep/projection-status.ts';
import { promote } from './promote.ts';
import { rebuildGenerations } from './rebuild/rebuild.ts';
import { retire } from './retire.ts';
import { startVersionKeeper } from './version-keeper.ts';

const name = 'tally';
const readEveryMs = 100;
/** Counts each report twice. */
const nextLogic: typeof tallyProjection = {
  ...tallyProjection,
  version: { shape: 1, logic: 2 },
  evolve: (tally, event) => tallyProjection.evolve(tallyProjection.evolve(tally, event), event),
};
const nextShape: typeof tallyProjection = { ...tallyProjection, version: { shape: 2, logic: 1 } };

test('checks every 5 s for versions to build or to promote', async () => {
  const log = await openTestLog();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const many = vi.fn(() => Promise.reject(new Error('the database is away')));
  const keeper = startVersionKeeper({ ...log, database: { ...log.database, many }, projections: [] });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(many).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(many).toHaveBeenCalledTimes(2);
  await keeper.stop();
});

test('a process upgraded in place serves the old tables until the new tables are ready', async () => {
  const log = await openTestLog();
  const old = await startRelease(log, tallyProjection);
  await log.journal.append([xp('a', 1), xp('b', 2)]);
  await eventually(async () => expect(await positions(log)).toEqual([2]));
  await old.stop();

  expect(await findLive(log.database, name)).toMatchObject({ generation: 1 });
  await startRelease(log, nextLogic);
  await eventually(async () => expect(await findLive(log.database, name)).toMatchObject({ generation: 2 }));
  expect(await total(log, 2, 'a')).toBe(2);
  expect(await total(log, 1, 'a')).toBe(1);
});

test('while both releases run, each keeps its own tables, and the pointer moves only after the old release stops', async () => {
  const log = await openTestLog();
  const old = await startRelease(log, tallyProjection);
  const next = await startRelease(log, nextLogic);
  await eventually(async () => expect(await states(log)).toEqual(['live', 'ready']));
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect(await positions(log)).toEqual([1, 1]));
  expect(await total(log, 1, 'a')).toBe(1);
  expect(await total(log, 2, 'a')).toBe(2);
  expect(await findLive(log.database, name)).toMatchObject({ generation: 1 });

  await old.stop();
  await eventually(async () => expect(await findLive(log.database, name)).toMatchObject({ generation: 2 }));
  await next.stop();
});

test('a version is built and promoted while the audit log takes no entry, and warnings name these entries', async () => {
  const log = await openTestLog();
  await prepareGenerations(log.database, [tallyProjection]);
  const append: Journal['append'] = async () => {
    throw new LogUnavailable('the log is away');
  };
  const warnings: unknown[][] = [];
  const logger = { ...log.logger, warn: (...said: unknown[]) => warnings.push(said) } as typeof log.logger;
  const journal = { ...log.journal, append };
  const keeper = startVersionKeeper({ ...log, journal, logger, projections: [nextLogic], checkEveryMs });
  onTestFinished(() => keeper.stop());
  await eventually(async () => expect(await findLive(log.database, name)).toMatchObject({ generation: 2 }));
  const about = { projection: name, version: 'tally 1.2' };
  await eventually(() =>
    expect(warnings).toEqual([
      [about, 'the work is done, but the audit log could not take the entry projection-rebuilt'],
      [about, 'the work is done, but the audit log could not take the entry projection-promoted'],
    ]),
  );
});

test('a version that cannot be built does not stop other versions, and one warning names it', async () => {
  const log = await openTestLog();
  const damaged: Projection = { ...tallyProjection, name: 'tally_damaged', streams: ['hub.activity'] };
  await prepareGenerations(log.database, [damaged, tallyProjection]);
  await log.journal.log.append([{ ...entryOf(xp('a', 1)), stream: 'hub.activity' }, entryOf(xp('a', 2))]);
  let attempts = 0;
  const read: EventLog['read'] = async (places, options) => {
    if (places.every(({ stream }) => stream !== 'hub.activity')) return log.journal.log.read(places, options);
    attempts += 1;
    throw new OperatorError(logDamagedCode, 'records are on damaged pages');
  };
  const warnings: unknown[][] = [];
  const logger = { ...log.logger, warn: (...said: unknown[]) => warnings.push(said) } as typeof log.logger;
  const journal = { ...log.journal, log: { ...log.journal.log, read } };
  const projections = [damaged, tallyProjection].map((each) => ({ ...each, version: nextLogic.version }));
  const keeper = startVersionKeeper({ ...log, journal, logger, projections, checkEveryMs });
  onTestFinished(() => keeper.stop());
  await eventually(async () => expect(await findLive(log.database, name)).toMatchObject({ generation: 2 }));
  await expect.poll(() => attempts, { timeout: 15_000 }).toBeGreaterThan(1);
  expect(await findLive(log.database, damaged.name)).toMatchObject({ generation: 1 });
  expect(warnings).toEqual([
    [
      expect.objectContaining({ projection: damaged.name }),
      'a version cannot be built or dropped, trying again',
    ],
  ]);
});

test('an older release that starts next to a newer release builds nothing', async () => {
  const log = await openTestLog();
  await startRelease(log, nextLogic);
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect(await positions(log)).toEqual([1]));
  const keeper = startVersionKeeper({ ...log, projections: [tallyProjection], checkEveryMs });
  await new Promise((resolve) => setTimeout(resolve, 5 * checkEveryMs));
  await keeper.stop();
  expect(await states(log)).toEqual(['live']);
});

test('queries of the previous shape keep its tables when a new shape is live', async () => {
  const log = await openTestLog();
  const old = await startRelease(log, tallyProjection);
  await startRelease(log, nextShape);
  await eventually(async () => expect(await states(log)).toEqual(['previous', 'live']));
  await old.stop();
  await eventually(async () =>
    expect(await findReadable(log.database, nextShape)).toMatchObject({ generation: 2 }),
  );
  expect(await findReadable(log.database, tallyProjection)).toMatchObject({ generation: 1 });

  const [byOld, byNew] = [served(log, tallyProjection), served(log, nextShape)];
  await eventually(() => expect([byOld(), byNew()]).toEqual(['"tally_g1"', '"tally_g2"']));

  // After a recent promotion, `retire` waits 10 s for readers.
  await log.database.run({ text: `update projection.pointer set moved_at = moved_at - interval '1 minute'` });
  expect(await retire(log.database, name, { previous: true })).toEqual([1]);
  expect(await findReadable(log.database, tallyProjection)).toBeNull();
  expect(await states(log)).toEqual(['retired', 'live']);
});

test('a process upgraded in place to another shape serves the old tables if its queries read both', async () => {
  const log = await openTestLog();
  const old = await startRelease(log, tallyProjection);
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect(await positions(log)).toEqual([1]));
  await old.stop();

  const reading = served(log, { ...nextShape, readsShapes: [1] });
  await eventually(() => expect(reading()).toBe('"tally_g1"'));
  const onlyNew = served(log, nextShape);
  const seen: (string | null)[][] = [];
  const watch = setInterval(() => seen.push([reading(), onlyNew()]), 5);
  onTestFinished(() => clearInterval(watch));
  await startRelease(log, nextShape);
  await eventually(() => expect([reading(), onlyNew()]).toEqual(['"tally_g2"', '"tally_g2"']));
  expect(seen.map(([both]) => both)).not.toContain(null);
  expect(seen.map(([, one]) => one)).not.toContain('"tally_g1"');
});

/** The schema that the queries of the release read. */
function served(log: TestLog, projection: Projection): () => string | null {
  const generations = openLiveGenerations({ ...log, projections: [projection], readEveryMs });
  onTestFinished(() => generations.close());
  return () => generations.schemaOf(name);
}

async function status({ database, journal }: TestLog) {
  return readProjectionStatus(database, journal.log);
}

async function positions(log: TestLog): Promise<number[]> {
  return (await status(log)).map(({ position }) => position);
}

async function states(log: TestLog): Promise<string[]> {
  return (await status(log)).map(({ state }) => state);
}

async function total({ database }: TestLog, generation: number, account: string): Promise<number> {
  const row = await database.one<{ total: number }>({
    text: `select total from tally_g${generation}.tally where account_id = $1`,
    values: [account],
  });
  return row.total;
}

describe('a version that several processes build at once', () => {
  const names = ['tally', 'tally_b', 'tally_c', 'tally_d'];
  const release = (version: Projection['version']) =>
    names.map((each): Projection => ({ ...tallyProjection, name: each as Projection['name'], version }));

  async function openUpgrade() {
    const log = await openTestLog();
    await prepareGenerations(log.database, release(tallyProjection.version));
    await log.journal.append([xp('a', 1), xp('b', 2)]);
    const start = (logger = log.logger) => {
      const keeper = startVersionKeeper({
        ...log,
        logger,
        projections: release(nextLogic.version),
        checkEveryMs,
      });
      onTestFinished(() => keeper.stop());
      return keeper;
    };
    const generations = async () =>
      Object.fromEntries(
        names.map((each) => [
          each,
          statuses
            .filter((status) => status.name === each)
            .map(({ generation, state }) => `${generation} ${state}`),
        ]),
      );
    let statuses: Awaited<ReturnType<typeof readProjectionStatus>> = [];
    const expectGenerations = (expected: readonly string[]) =>
      eventually(async () => {
        statuses = await readProjectionStatus(log.database, log.journal.log);
        expect(await generations()).toEqual(Object.fromEntries(names.map((each) => [each, expected])));
      });
    return { log, start, expectGenerations };
  }

  test('is built once for each projection', async () => {
    const { start, expectGenerations } = await openUpgrade();
    for (let process = 0; process < 3; process += 1) start();
    await expectGenerations(['1 ready', '2 live']);
  });

  test('is continued by another process after its builder was killed', async () => {
    const { log, start, expectGenerations } = await openUpgrade();
    for (const projection of release(nextLogic.version))
      await log.database.transaction((tx) => createGeneration(tx, projection, 'building'));
    for (let process = 0; process < 3; process += 1) start();
    await expectGenerations(['1 ready', '2 live']);
  });

  test('is built again by the command for a rebuild', async () => {
    const { log, start, expectGenerations } = await openUpgrade();
    start();
    await expectGenerations(['1 ready', '2 live']);
    await rebuildGenerations({ ...log, projections: release(nextLogic.version) });
    await expectGenerations(['1 ready', '2 live', '3 ready']);
  });

  test('leaves no surplus generation of a repeated rebuild', async () => {
    const { log, start, expectGenerations } = await openUpgrade();
    for (let round = 0; round < 3; round += 1)
      await rebuildGenerations({ ...log, projections: release(nextLogic.version) });
    const removed: unknown[] = [];
    const info = (about: { readonly dropped?: readonly number[] }) => {
      if (about.dropped !== undefined) removed.push(...about.dropped);
    };
    start({ ...log.logger, info } as typeof log.logger);
    for (const projection of release(nextLogic.version))
      await eventually(async () =>
        expect(await findLive(log.database, projection.name)).toMatchObject({ generation: 4 }),
      );
    // Tables that were live stay for some seconds after a promotion.
    await log.database.run({
      text: `update projection.pointer set moved_at = moved_at - interval '1 hour'`,
    });
    await expectGenerations(['1 ready', '2 retired', '3 retired', '4 live']);
    expect(removed).toHaveLength(2 * names.length);
  });
});

describe('the previous generation', () => {
  const hourMs = 3_600_000;

  /** Generation 2 replaced generation 1 `hoursAgo` hours ago. */
  async function openPromoted(hoursAgo: number) {
    const log = await openTestLog();
    await prepareGenerations(log.database, [tallyProjection]);
    await rebuildGenerations({ ...log, projections: [nextLogic] });
    await promote(log.database, name, { force: true });
    await log.database.run({
      text: `update projection.pointer set moved_at = clock_timestamp() - make_interval(hours => $1)`,
      values: [hoursAgo],
    });
    const start = (keepPreviousMs: number | null) => {
      const keeper = startVersionKeeper({ ...log, projections: [nextLogic], keepPreviousMs, checkEveryMs });
      onTestFinished(() => keeper.stop());
    };
    return { log, start };
  }

  /** Waits for at least two checks. */
  const checksPass = () => new Promise((resolve) => setTimeout(resolve, 6 * checkEveryMs));

  test('is dropped once, when its time is over, with an entry in the audit log', async () => {
    const { log, start } = await openPromoted(3);
    for (let process = 0; process < 3; process += 1) start(2 * hourMs);
    await eventually(async () => expect(await states(log)).toEqual(['retired', 'live']));
    await checksPass();
    const [end] = (await log.journal.log.ends(['hub.audit'])).filter((each) => each.end > 0);
    expect(end?.end).toBe(1);
  });

  test.each<[string, number | null, (log: TestLog) => Promise<unknown>]>([
    ['before its time is over', 4 * hourMs, async () => {}],
    ['when only operators drop generations', null, async () => {}],
    [
      'while the live generation is stopped',
      hourMs,
      ({ database }) =>
        database.run({
          text: `update projection.generation set state = 'stopped', stopped_reason = 'x' where generation = 2`,
        }),
    ],
    [
      'while the live generation is damaged',
      hourMs,
      ({ database }) =>
        database.run({ text: `update projection.generation set damage = 'a page' where generation = 2` }),
    ],
    [
      'while a verification runs',
      hourMs,
      ({ database }) =>
        database.run({
          text: `update projection.checkpoint
                 set barrier_at = 0, barrier_until = clock_timestamp() + interval '1 hour'
                 where generation = 2`,
        }),
    ],
    [
      'while a process of its version runs',
      hourMs,
      ({ database }) =>
        database.run({
          text: `insert into projection.member (id, runs, seen_at)
                 values (gen_random_uuid(), array['tally 1.1'], clock_timestamp() + interval '2.5 s')`,
        }),
    ],
  ])('stays %s', async (_, keepPreviousMs, change) => {
    const { log, start } = await openPromoted(3);
    await change(log);
    start(keepPreviousMs);
    await checksPass();
    expect((await states(log))[0]).toBe('ready');
  });
});
