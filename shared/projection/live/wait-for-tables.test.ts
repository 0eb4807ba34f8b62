import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareGenerations } from '../generations/generations.ts';
import { rebuildGenerations } from '../replay/rebuild/rebuild.ts';
import { runProjections } from '../run-projections.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog, type TestLog } from '../testing/open-test-log.ts';
import { startRelease } from '../testing/start-release.ts';
import { drain, liveGeneration } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { xp } from '../testing/xp-records.ts';
import { waitForTables } from './wait-for-tables.ts';

const nextShape: typeof tallyProjection = { ...tallyProjection, version: { shape: 2, logic: 1 } };

/** A wait that has not ended. */
function startWaiting(log: TestLog, projection: typeof tallyProjection, currentWithinMs = 60_000) {
  const ended = vi.fn();
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  void waitForTables({
    ...log,
    projections: [projection],
    signal: stopping.signal,
    currentWithinMs,
  }).then(ended);
  return ended;
}

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 600));

test('a new hub waits for nothing', async () => {
  const log = await openTestLog();
  await prepareGenerations(log.database, [tallyProjection]);
  await waitForTables({ ...log, projections: [tallyProjection] });
});

test('waits for tables of another shape while the earlier release runs, and no longer than it runs', async () => {
  const log = await openTestLog();
  const earlier = await startRelease(log, tallyProjection);
  await log.journal.append([xp('a', 1)]);
  await eventually(async () => expect(await workers(log)).toBe(1));
  const [first, second] = [
    startWaiting(log, nextShape),
    startWaiting(log, { ...nextShape, readsShapes: [1] }),
  ];
  await eventually(() => expect(second).toHaveBeenCalled());
  await aWhile();
  expect(first).not.toHaveBeenCalled();
  await earlier.stop();
  await eventually(() => expect(first).toHaveBeenCalled());

  await startRelease(log, tallyProjection);
  const third = startWaiting(log, nextShape);
  await startRelease(log, nextShape);
  await eventually(() => expect(third).toHaveBeenCalled());
});

test('waits for tables that are behind the tables of another release, for a limited time', async () => {
  const log = await openTestLog();
  await prepareGenerations(log.database, [tallyProjection]);
  await log.journal.append([xp('a', 1)]);
  await rebuildGenerations({ ...log, projections: [nextShape] });
  await waitForTables({ ...log, projections: [tallyProjection] });
  // A process that beats and has no tables.
  const idle = { ...tallyProjection, version: { shape: 9, logic: 9 } };
  const projector = runProjections({ ...log, projections: [idle] });
  onTestFinished(projector.stop);
  await eventually(async () => expect(await workers(log)).toBe(1));

  const ended = startWaiting(log, tallyProjection);
  await aWhile();
  expect(ended).not.toHaveBeenCalled();
  const limited = startWaiting(log, tallyProjection, 500);
  await eventually(() => expect(limited).toHaveBeenCalled());
  expect(ended).not.toHaveBeenCalled();
  await drain(log.database, log.journal, await liveGeneration(log.database, tallyProjection));
  await eventually(() => expect(ended).toHaveBeenCalled());
});

async function workers({ database }: TestLog): Promise<number> {
  const row = await database.one<{ workers: number }>({
    text: 'select count(*) as workers from projection.member',
  });
  return row.workers;
}
