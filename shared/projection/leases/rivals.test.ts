import { expect, onTestFinished, test } from 'vitest';
import { prepareGenerations } from '../generations/generations.ts';
import { runProjections } from '../run-projections.ts';
import { buildGeneration } from '../testing/build-generation.ts';
import { digestGeneration } from '../testing/digest-generation.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { liveGeneration, parkedRows, step, takeAll } from '../testing/step-projector.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { poison, xp } from '../testing/xp-records.ts';
import { readProjectionStatus } from '../upkeep/projection-status.ts';

const rounds = 30;
const perRound = 20;

test('three projectors whose leases are stolen again and again end with the bytes of a rebuild', async () => {
  const log = await openTestLog();
  const { database, journal } = log;
  await prepareGenerations(database, [tallyProjection]);
  const generation = await liveGeneration(database, tallyProjection);
  for (let count = 0; count < 3; count += 1) {
    const projector = runProjections({ ...log, projections: [tallyProjection] });
    onTestFinished(() => projector.stop());
  }

  for (let round = 0; round < rounds; round += 1) {
    const events = Array.from({ length: perRound }, (_, index) => xp(`a${(round + index) % 9}`, round));
    await journal.append(round === 10 ? [...events, poison('a3')] : events);
    // The thief sometimes commits a batch, and always vanishes with the stolen leases.
    const stolen = await takeAll(database, generation);
    if (round % 3 === 0 && stolen.length > 0) await step(database, journal, generation, stolen);
  }

  await eventually(async () => {
    const [status] = await readProjectionStatus(database, journal.log);
    expect(status?.position).toBe(rounds * perRound + 1);
  });
  const rebuilt = await buildGeneration({ database, journal, projection: tallyProjection });
  expect(await digestGeneration(database, generation)).toEqual(await digestGeneration(database, rebuilt));
  const parked = await parkedRows(database, generation);
  expect(parked).toEqual(await parkedRows(database, rebuilt));
  expect(parked.length).toBeGreaterThan(10);
});
