import { describe, expect, test } from 'vitest';
import { readStoredGenerations } from '../generations/generation-roles.ts';
import { findOwnLive, findReadable } from '../generations/generations.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { eventually } from '../testing/eventually.ts';
import { noDecisions } from '../testing/no-decisions.ts';
import { openTestLog, type TestLog } from '../testing/open-test-log.ts';
import { checkEveryMs, startRelease } from '../testing/start-release.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { xp } from '../testing/xp-records.ts';
import { rebuildGenerations } from './rebuild/rebuild.ts';
import { retire } from './retire.ts';

const nextLogic: typeof tallyProjection = { ...tallyProjection, version: { shape: 1, logic: 2 } };
const nextShape: typeof tallyProjection = { ...tallyProjection, version: { shape: 2, logic: 1 } };

describe('while two releases run', () => {
  test('tables of another shape become live next to the tables of the earlier release, and both stay current', async () => {
    const log = await openTestLog();
    await startRelease(log, tallyProjection);
    await log.journal.append([xp('a', 1)]);
    await startRelease(log, nextShape);
    await eventually(async () =>
      expect(await findReadable(log.database, nextShape)).toMatchObject({ generation: 2 }),
    );
    expect(await findReadable(log.database, tallyProjection)).toMatchObject({ generation: 1 });
    await log.journal.append([xp('a', 2)]);
    await eventually(async () => expect(await totals(log, 'a')).toEqual({ 1: 3, 2: 3 }));
  });

  test('the earlier release reads its own tables, and not the newest tables', async () => {
    const log = await openTestLog();
    await startRelease(log, tallyProjection);
    await startRelease(log, nextShape);
    await eventually(async () => expect(await findReadable(log.database, nextShape)).not.toBeNull());
    expect(await findOwnLive(log.database, tallyProjection)).toMatchObject({ generation: 1 });
  });
});

describe('the earlier release takes over again', () => {
  /** The next release has replaced the earlier release, which has ended. */
  async function openUpdated(next: typeof tallyProjection) {
    const log = await openTestLog();
    const earlier = await startRelease(log, tallyProjection);
    await log.journal.append([xp('a', 1)]);
    await eventually(async () => expect(await totals(log, 'a')).toEqual({ 1: 1 }));
    const later = await startRelease(log, next);
    await earlier.stop();
    await eventually(async () =>
      expect(await findReadable(log.database, next)).toMatchObject({ generation: 2 }),
    );
    await log.journal.append([xp('a', 2)]);
    await eventually(async () => expect(await totals(log, 'a')).toEqual({ 1: 1, 2: 3 }));
    return { log, later };
  }

  test.each([
    ['another fold', nextLogic],
    ['other tables', nextShape],
  ])('from a release with %s, which then continues with its own tables', async (_, next) => {
    const { log, later } = await openUpdated(next);
    const again = await startRelease(log, tallyProjection);
    await later.stop();
    await log.journal.append([xp('a', 4)]);
    await eventually(async () => {
      expect(await findReadable(log.database, tallyProjection)).toMatchObject({ generation: 1 });
      expect(await totals(log, 'a')).toEqual({ 1: 7, 2: 3 });
    });

    await expect(
      retire(log.database, 'tally', { previous: true, own: tallyProjection.version }),
    ).rejects.toThrow('no surplus and no previous generation');

    await startRelease(log, next);
    await again.stop();
    await eventually(async () => {
      expect(await findReadable(log.database, next)).toMatchObject({ generation: 2 });
      expect(await totals(log, 'a')).toEqual({ 1: 7, 2: 7 });
    });
  });

  test.each([
    ['another fold', nextLogic],
    ['other tables', nextShape],
  ])(
    'from a release with %s after its own tables were dropped, builds them again, and drops no tables of the later release',
    async (_, next) => {
      const { log, later } = await openUpdated(next);
      await later.stop();
      const dropping = await startRelease(log, next, { keepPreviousMs: 0 });
      await eventually(async () => expect(await versions(log)).toEqual(['2 live']));
      await dropping.stop();

      await startRelease(log, tallyProjection, { keepPreviousMs: 0 });
      await eventually(async () => {
        expect(await findReadable(log.database, tallyProjection)).toMatchObject({ generation: 3 });
        expect(await totals(log, 'a')).toEqual({ 2: 3, 3: 3 });
      });
      // Two checks could drop tables.
      await new Promise((resolve) => setTimeout(resolve, 10 * checkEveryMs));
      expect((await versions(log)).map((each) => each.split(' ')[0])).toEqual(['2', '3']);
    },
  );

  test.each([
    ['another fold', nextLogic],
    ['other tables', nextShape],
  ])(
    'a rebuild keeps the unfinished tables of a release with %s, which then continues with them',
    async (_, next) => {
      const log = await openTestLog();
      const earlier = await startRelease(log, tallyProjection);
      await log.journal.append([xp('a', 1)]);
      await eventually(async () => expect(await totals(log, 'a')).toEqual({ 1: 1 }));
      const options = { ...log, decisions: noDecisions, projections: [next], signal: AbortSignal.abort() };
      await expect(rebuildGenerations(options)).rejects.toThrow();
      expect(await versions(log)).toEqual(['1 live', '2 building']);

      await buildGeneration({ ...log, projection: tallyProjection });
      expect(await versions(log)).toEqual(['1 live', '2 building', '3 ready']);

      await startRelease(log, next);
      await earlier.stop();
      await eventually(async () =>
        expect(await findReadable(log.database, next)).toMatchObject({ generation: 2 }),
      );
      expect(await totals(log, 'a')).toMatchObject({ 2: 1 });
    },
  );

  test('the earlier release builds nothing while the later release runs', async () => {
    const { log, later } = await openUpdated(nextLogic);
    await later.stop();
    const dropping = await startRelease(log, nextLogic, { keepPreviousMs: 0 });
    await eventually(async () => expect(await versions(log)).toEqual(['2 live']));
    await startRelease(log, tallyProjection);
    await new Promise((resolve) => setTimeout(resolve, 10 * checkEveryMs));
    expect(await versions(log)).toEqual(['2 live']);
    await dropping.stop();
    await eventually(async () => expect(await versions(log)).toEqual(['2 ready', '3 live']));
  });
});

async function versions({ database }: TestLog): Promise<string[]> {
  const stored = await readStoredGenerations(database, 'tally');
  return stored.map(({ generation, state }) => `${generation} ${state}`);
}

/** By generation. */
async function totals({ database }: TestLog, account: string): Promise<Record<number, number>> {
  const stored = await readStoredGenerations(database, 'tally');
  const rows = stored.map(async ({ generation }) => {
    const row = await database.maybeOne<{ total: number }>({
      text: `select total from tally_g${generation}.tally where account_id = $1`,
      values: [account],
    });
    return [generation, row?.total ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
