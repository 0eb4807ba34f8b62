import { expect, test } from 'vitest';
import { partitionOf } from '../../events/streams.ts';
import type { EventLog, ReadPosition } from '../../log/event-log.ts';
import { createGeneration, prepareGenerations } from '../generations/generations.ts';
import { openTestLog } from '../testing/open-test-log.ts';
import { tallyProjection } from '../testing/tally-projection.ts';
import { entryOf, xp } from '../testing/xp-records.ts';
import { readProjectionStatus } from './projection-status.ts';

const minute = 60_000;

/**
 * Two unread records, each in its own partition. Reads answer only the places that `answers`
 * accepts.
 */
async function openUnread(answers: (asked: readonly ReadPosition[], place: ReadPosition) => boolean) {
  const { database, journal } = await openTestLog();
  const { log } = journal;
  await prepareGenerations(database, [tallyProjection]);
  const aged = { a: 5 * minute, b: 10 * minute };
  for (const [subject, ms] of Object.entries(aged))
    await log.import([{ ...entryOf(xp(subject, 1)), appendTime: Date.now() - ms }]);
  const read: EventLog['read'] = async (places, options) =>
    (await log.read(places, options)).map((page, index) => {
      const place = places[index];
      return place !== undefined && answers(places, place)
        ? page
        : { ...page, records: [], reachedEnd: false };
    });
  return async () => (await readProjectionStatus(database, { ...log, read }))[0];
}

test('the oldest unread record is found, even if each read returns the records of only one partition', async () => {
  for (const first of [0, 1]) {
    const status = await openUnread(
      (asked, place) => asked.indexOf(place) === (asked.length > 1 ? first : 0),
    );
    const found = await status();
    expect(found).toMatchObject({ lag_events: 2, lag_seconds: expect.closeTo(600, -1) });
    expect(found).not.toHaveProperty('unanswered');
  }
});

test('a partition whose unread record never comes is counted', async () => {
  const status = await openUnread((_, { partition }) => partition === partitionOf('hub.xp', 'a'));
  expect(await status()).toMatchObject({
    lag_events: 2,
    lag_seconds: expect.closeTo(300, -1),
    unanswered: 1,
  });
});

test('the status shows the current generation as live, and the generation of an earlier shape as previous', async () => {
  const { database, journal } = await openTestLog();
  await prepareGenerations(database, [tallyProjection]);
  const { name, version } = tallyProjection;
  const newer = { ...tallyProjection, version: { ...version, shape: version.shape + 1 } };
  await database.transaction(async (tx) => {
    const { number } = await createGeneration(tx, newer, 'live');
    await tx.run({
      text: `insert into projection.pointer (projection, shape, generation, moved_at) values ($1, $2, $3, clock_timestamp())`,
      values: [name, newer.version.shape, number],
    });
    await createGeneration(tx, newer, 'building');
  });
  const statuses = await readProjectionStatus(database, journal.log);
  expect(statuses.map(({ generation, state, role }) => [generation, state, role])).toEqual([
    [1, 'previous', 'previous'],
    [2, 'live', 'live'],
    [3, 'building', 'building'],
  ]);
  for (const { size_bytes } of statuses) expect(size_bytes).toBeGreaterThanOrEqual(8_192);
});
