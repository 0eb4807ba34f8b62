import { expect, onTestFinished, test } from 'vitest';
import type { EventLog } from '../../../log/event-log.ts';
import { countRows } from '../../generations/generation-digest.ts';
import { prepareGenerations } from '../../generations/generations.ts';
import { runProjections } from '../../run-projections.ts';
import { buildGeneration } from '../../testing/build-generation.ts';
import { digestGeneration } from '../../testing/digest-generation.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestLog, type TestLog } from '../../testing/open-test-log.ts';
import { liveGeneration } from '../../testing/step-projector.ts';
import { tallyProjection } from '../../testing/tally-projection.ts';
import { xp } from '../../testing/xp-records.ts';
import { readProjectionStatus } from '../../upkeep/projection-status.ts';
import { createLoadLimit } from './load-limit.ts';

test('a rebuild equals the live generation, and both follow the log', async () => {
  const log = await openRunning();
  const { database, journal } = log;
  for (let round = 0; round < 20; round += 1) {
    await journal.append(Array.from({ length: 10 }, (_, index) => xp(`a${index % 7}`, round)));
  }
  await eventually(async () => expect(await positions(log)).toEqual([200]));
  const live = await liveGeneration(database, tallyProjection);
  const rebuilt = await buildGeneration({ database, journal, projection: tallyProjection });
  const digest = await digestGeneration(database, live);
  expect(digest.rows).toBe(7);
  expect(await countRows(database, rebuilt)).toBe(7);
  expect(await digestGeneration(database, rebuilt)).toEqual(digest);

  await journal.append([xp('a1', 1)]);
  await eventually(async () => expect(await positions(log)).toEqual([201, 201]));
  const later = await digestGeneration(database, live);
  expect(later).not.toEqual(digest);
  expect(await digestGeneration(database, rebuilt)).toEqual(later);
});

test('a rebuild takes small batches next to a running hub, unless it runs at full speed', async () => {
  const log = await openRunning();
  const { database, journal } = log;
  await journal.append([xp('a', 1)]);
  await eventually(async () => expect(await positions(log)).toEqual([1]));
  const { signal } = new AbortController();
  const [gentle, fast] = [false, true].map((fullSpeed) => createLoadLimit({ database, signal, fullSpeed }));
  await gentle?.afterBatch(1, 0);
  await fast?.afterBatch(1, 0);
  expect([gentle?.mayUseWholeMachine(), gentle?.batchRecords()]).toEqual([false, 250]);
  expect([fast?.mayUseWholeMachine(), fast?.batchRecords()]).toEqual([true, 10_000]);
});

test('a digest sees a changed value and doubled rows, but no volatile column', async () => {
  const log = await openRunning();
  const { database, journal } = log;
  await journal.append([xp('a', 1), xp('b', 2)]);
  await eventually(async () => expect(await positions(log)).toEqual([2]));
  const generation = await liveGeneration(database, tallyProjection);
  const digest = async () => (await digestGeneration(database, generation)).digest;
  const change = (text: string) => database.run({ text: `${text}` });
  const before = await digest();

  await change('update tally_g1.tally set stored_at = stored_at - interval $$1 day$$');
  expect(await digest()).toBe(before);
  await change(`update tally_g1.tally set total = total + 1 where account_id = 'a'`);
  expect(await digest()).not.toBe(before);
  await change(`update tally_g1.tally set total = total - 1 where account_id = 'a'`);
  expect(await digest()).toBe(before);
  await change('alter table tally_g1.tally drop constraint tally_pkey');
  await change('insert into tally_g1.tally select * from tally_g1.tally');
  expect(await digest()).not.toBe(before);
});

test('a rebuild from a log that lacks records is refused, and leaves no unfinished generation', async () => {
  const log = await openRunning();
  const { database, journal } = log;
  await journal.append([xp('a', 1), xp('a', 2), xp('a', 3)]);
  await eventually(async () => expect(await positions(log)).toEqual([3]));
  const lose = `update log.partition set start_offset = 1 where stream = 'hub.xp' and next_offset > 0`;
  const build = () => buildGeneration({ database, journal, projection: tallyProjection });
  const states = async () => (await readProjectionStatus(database, journal.log)).map(({ state }) => state);

  const asBefore: EventLog['ends'] = async (streams) =>
    (await journal.log.ends(streams)).map((each) => ({ ...each, start: 0 }));
  await database.run({ text: lose });
  // Refused at the start, and also when the records are lost after the start.
  await expect(build()).rejects.toThrow(
    'holds the records from 1 to 3, but the records from 0 on are needed',
  );
  expect(await states()).toEqual(['live']);
  const later = { ...journal, log: { ...journal.log, ends: asBefore } };
  const begun = buildGeneration({ database, journal: later, projection: tallyProjection });
  await expect(begun).rejects.toThrow('are needed');
  expect(await states()).toEqual(['live', 'retired']);
});

test('the status of a generation shows its lag', async () => {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  await journal.append([xp('a', 1), xp('a', 2)]);
  await database.run({ text: `update log.hub_xp set append_time = append_time - 60000` });
  expect(await readProjectionStatus(database, journal.log)).toEqual([
    {
      name: 'tally',
      version: '1.1',
      generation: 1,
      state: 'live',
      role: 'live',
      size_bytes: expect.any(Number),
      stopped_reason: null,
      first_fill: false,
      damage: null,
      position: 0,
      lag_events: 2,
      lag_seconds: expect.closeTo(60, -1),
      parked: 0,
    },
  ]);
});

async function openRunning(): Promise<TestLog> {
  const log = await openTestLog();
  await prepareGenerations(log.database, [tallyProjection]);
  const projector = runProjections({ ...log, projections: [tallyProjection] });
  onTestFinished(() => projector.stop());
  return log;
}

async function positions({ database, journal }: TestLog): Promise<number[]> {
  return (await readProjectionStatus(database, journal.log)).map(({ position }) => position);
}
