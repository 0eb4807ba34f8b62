import { expect, it, onTestFinished, vi } from 'vitest';
import { accountStateProjection } from '../../../../projections/account-state/projection.ts';
import { drain, liveGeneration } from '../../../../shared/projection/testing/step-projector.ts';
import { inTime, pluginDeadline } from '../../../../test/support/deadline.ts';
import { type HaBody, haFixture } from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { openTestIngest, type TestIngest } from '../../testing/open-test-ingest.ts';

/** Held reads run after this time, so that a waiting test fails instead of hanging. */
const heldMaxMs = 12_000;

function holdReads({ database }: TestIngest) {
  const open = Promise.withResolvers<void>();
  const timer = setTimeout(open.resolve, heldMaxMs);
  onTestFinished(() => clearTimeout(timer));
  const held = { reads: 0, letThrough: open.resolve, database };
  held.database = {
    ...database,
    many: async (statement) => {
      if (statement.text.includes('hub.known_')) return database.many(statement);
      held.reads += 1;
      await open.promise;
      return database.many(statement);
    },
  };
  return held;
}

it('appends the rest of a report at once while the database does not answer with the skills of the account', {
  tags: ['deadline'],
}, async () => {
  const ingest = await openTestIngest();
  const token = await ingest.pair(await ingest.addMember('Quill'));
  let xp = 1_000;
  const sent = (...skills: string[]): HaBody => {
    const body = haFixture('ha-loot');
    xp += 1;
    for (const skill of skills) body.player.stats.skills[skill] = { level: 1, xp };
    return body;
  };
  const eventsOf = async (skill: string) =>
    (await ingest.read('hub.xp')).filter(({ data }) => skill in (data as HaBody).skills).length;

  await ingest.report(token, sent('Shamanism'));
  await drain(ingest.database, ingest.journal, await liveGeneration(ingest.database, accountStateProjection));
  expect(await eventsOf('Shamanism')).toBe(1);

  const held = holdReads(ingest);
  const app = ingest.openIngest({ database: held.database });
  const started = Date.now();
  for (const _ of [1, 2]) {
    expect((await ingest.report(token, sent('Shamanism'), { app })).statusCode).toBe(200);
  }
  expect(Date.now() - started, inTime).toBeLessThan(pluginDeadline);
  expect(await ingest.read('hub.feed')).toHaveLength(3);
  // The skill keeps its last value, and the skills are not read again at once.
  expect([await eventsOf('Shamanism'), held.reads]).toEqual([1, 1]);

  // A late answer is still used.
  held.letThrough();
  await vi.waitFor(async () => {
    await ingest.report(token, sent('Shamanism'), { app });
    expect(await eventsOf('Shamanism')).toBeGreaterThan(1);
  });
  expect(held.reads).toBe(1);
  await ingest.report(token, sent('Alchemy'), { app });
  expect([await eventsOf('Alchemy'), held.reads]).toEqual([0, 1]);
  ingest.now += 5_001;
  await ingest.report(token, sent('Alchemy'), { app });
  expect([await eventsOf('Alchemy'), held.reads]).toEqual([1, 2]);
});
