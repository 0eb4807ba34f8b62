import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newEvent } from '../../shared/events/event.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { wealthDaysProjection } from './projection.ts';
import { readWealthDays } from './queries/read-wealth-days.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 8, 14);
const account = 'aB3xYz91kQw0';

test('serves the UTC days that intersect [from, to), oldest first', async () => {
  const projection = await openProjection(
    gear(hour, 100, 900),
    gear(day + hour, null, 300),
    gear(3 * day, 50, null),
  );
  expect(await days(projection, 0, 5 * day)).toEqual([
    { day: '2026-09-14', last_value: 1_000, max_value: 1_000 },
    { day: '2026-09-15', last_value: 400, max_value: 400 },
    { day: '2026-09-17', last_value: 350, max_value: 350 },
  ]);
  const found = async (from: number, to: number) =>
    (await days(projection, from, to)).map((each) => each.day);
  expect(await found(day - 1, day)).toEqual(['2026-09-14']);
  expect(await found(day - 1, day + 1)).toEqual(['2026-09-14', '2026-09-15']);
  expect(await found(day, day)).toEqual([]);
  expect(await found(2 * day, 3 * day)).toEqual([]);
  expect(await found(2 * day, 3 * day + 1)).toEqual(['2026-09-17']);
});

test('continues with the state of earlier batches: the other half, and the highest value of the day', async () => {
  const projection = await openTestProjection(wealthDaysProjection);
  await projection.record(gear(hour, 100, 900));
  await projection.record(gear(2 * hour, null, 10));
  await projection.record(gear(3 * hour, 5, null));
  expect(await days(projection, 0, day)).toEqual([{ day: '2026-09-14', last_value: 15, max_value: 1_000 }]);
});

test('a late message continues the day that an earlier batch stored', async () => {
  const projection = await openProjection(
    gear(0, 100, 0),
    gear(1, 1, 0),
    gear(2, 2, 0),
    // The second page of the second batch has the late message.
    gear(day, 5, 0),
    gear(day + hour, 6, 0),
    gear(hour, 50, 0),
  );
  expect(await days(projection, 0, day)).toEqual([{ day: '2026-09-14', last_value: 50, max_value: 100 }]);
  expect(await projection.digestOfRebuild([3])).toBe(await projection.digest());
});

test('the largest values are served as stored', async () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const projection = await openProjection(gear(0, largest, largest));
  expect(await days(projection, 0, day)).toMatchObject([{ last_value: largest, max_value: largest }]);
});

test('the same log gives the same days, in batches of any size', async () => {
  const value = fc.option(fc.integer({ min: 0, max: 1_000 }));
  // Late messages belong to earlier days.
  const message = fc.record({ at: fc.integer({ min: 0, max: 80 * hour }), worn: value, carried: value });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { minLength: 1, maxLength: 40 }),
      sizes,
      async (messages, batchSizes) => {
        const events = messages.map(({ at, worn, carried }) => gear(at, worn, carried));
        const projection = await openProjection(...events);
        expect(await projection.digestOfRebuild(batchSizes)).toBe(await projection.digest());
      },
    ),
    { numRuns: 3 },
  );
});

const openProjection = (...events: TimedEvent[]) => openTestProjection(wealthDaysProjection, ...events);

function gear(at: number, worn: number | null, carried: number | null): TimedEvent {
  const data = {
    at: start + at,
    worn: worn === null ? null : { items: [], value: worn },
    carried: carried === null ? null : { value: carried },
  };
  return {
    ...newEvent(gearReported, { subject: account, source: 'ha' }, data),
    appendTime: start + at,
  };
}

async function days({ database, live }: TestProjection, from: number, to: number) {
  const range = { from: start + from, to: start + to };
  return readWealthDays(database, { schema: live.schema, accountId: account, ...range });
}
