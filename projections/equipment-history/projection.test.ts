import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Item, unknownItemName } from '../../shared/domain/item.ts';
import { newEvent } from '../../shared/events/event.ts';
import { gearReported } from '../../shared/events/types/gear-reported.ts';
import type { TimedEvent } from '../../shared/log/journal.ts';
import {
  openTestProjection,
  type TestProjection,
} from '../../shared/projection/testing/open-test-projection.ts';
import { equipmentHistoryProjection } from './projection.ts';
import { readEquipmentChanges } from './queries/read-changes.ts';

const start = Date.UTC(2026, 8, 14, 10);
const account = 'aB3xYz91kQw0';

test('serves changes in [from, to), newest first, each with the whole set after it', async () => {
  const projection = await openProjection(
    gear(0, [1]),
    gear(1_000, [1, 2]),
    gear(2_000, [1, 2]),
    gear(3_000, []),
  );
  expect(await changes(projection)).toEqual([
    [3_000, []],
    [1_000, [1, 2]],
    [0, [1]],
  ]);
  expect(await changes(projection, { from: 1_000, to: 3_000 })).toEqual([[1_000, [1, 2]]]);
  expect(await changes(projection, { from: 1_000, to: 1_000 })).toEqual([]);
});

test('keeps an item as it was sent', async () => {
  const item = {
    ...itemOf(4_151),
    name: '\u2028"odd"',
    quantity: 2_147_483_647,
    ge_price: null,
    ha_price: 0,
  };
  const projection = await openProjection(gearOf(0, [item]));
  const { schema } = projection.live;
  const range = { from: start, to: start + 1, before: null, limit: 1 };
  const [change] = await readEquipmentChanges(projection.database, { schema, accountId: account, ...range });
  expect(change?.items).toEqual([item]);
});

test('continues from sets in the form of release 0.1.0', async () => {
  const projection = await openProjection(gear(0, [1, 2]));
  const { schema } = projection.live;
  const before = await changesOf(projection, {});
  await projection.database.run({
    text: `update ${schema}.change set items = $1`,
    values: [JSON.stringify(before[0]?.items)],
  });
  expect(await changesOf(projection, {})).toEqual(before);
  await projection.record(gear(1_000, [2, 1]), gear(2_000, [1]));
  expect(await changes(projection)).toEqual([
    [2_000, [1]],
    [0, [1, 2]],
  ]);
});

test('names the items of a stored change when a later report names the items', async () => {
  const hood = { ...itemOf(11_850), equipment_slot: 'HEAD' };
  const projection = await openProjection(gearOf(0, [{ ...hood, name: 'Unknown (11850)' }]));
  const named = { ...hood, id: 11_851, name: 'Graceful hood' };
  await projection.record(gearOf(1_000, [named]), gearOf(2_000, [hood]));
  expect(await changesOf(projection, {})).toMatchObject([{ changed_at: start, items: [named] }]);
  expect(await projection.digestOfRebuild([1, 2])).toBe(await projection.digest());
});

test('reads page by page, even when several changes have the same millisecond', async () => {
  const projection = await openProjection(
    ...[1, 2, 3, 4, 5].map((id) => gear(Math.floor(id / 3) * 1_000, [id])),
  );
  const first = await changesOf(projection, { limit: 2 });
  const second = await changesOf(projection, { limit: 2, before: first.at(-1) ?? null });
  const third = await changesOf(projection, { limit: 2, before: second.at(-1) ?? null });
  const ids = [...first, ...second, ...third].map(({ items }) => items[0]?.id);
  expect(ids).toEqual([5, 4, 3, 2, 1]);
});

test('the same log gives the same changes, in batches of any size', async () => {
  const sets = fc.array(fc.subarray([1, 2, 3, unnamed]), { minLength: 1, maxLength: 40 });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(sets, sizes, async (worn, batchSizes) => {
      const projection = await openProjection(...worn.map((ids, index) => gear(index * 1_000, ids)));
      expect(await projection.digestOfRebuild(batchSizes)).toBe(await projection.digest());
    }),
    { numRuns: 3 },
  );
});

const openProjection = (...events: TimedEvent[]) => openTestProjection(equipmentHistoryProjection, ...events);

function gear(at: number, ids: readonly number[]): TimedEvent {
  return gearOf(
    at,
    ids.map((id) => itemOf(id, at / 1_000)),
  );
}

function gearOf(at: number, items: Item[]): TimedEvent {
  const data = { at: start + at, worn: { items, value: 0 }, carried: null };
  return {
    ...newEvent(gearReported, { subject: account, source: 'ha' }, data),
    appendTime: start + at,
  };
}

/** An item without a name in every second report. */
const unnamed = 11_850;

function itemOf(id: number, report = 1): Item {
  return {
    id,
    name: id === unnamed && report % 2 === 0 ? unknownItemName(id) : `Item ${id}`,
    quantity: 1,
    ge_price: 10,
    ha_price: 6,
    equipment_slot: `SLOT ${id}`,
    inventory_slot: null,
  };
}

interface Asked {
  readonly from?: number;
  readonly to?: number;
  readonly before?: { readonly changed_at: number; readonly offset: number } | null;
  readonly limit?: number;
}

async function changesOf({ database, live }: TestProjection, asked: Asked) {
  const { from = 0, to = 60_000, before = null, limit = 100 } = asked;
  const { schema } = live;
  const range = { from: start + from, to: start + to };
  return readEquipmentChanges(database, { schema, accountId: account, ...range, before, limit });
}

/** As [ms after the start, ids of the set]. */
async function changes(projection: TestProjection, asked: Asked = {}): Promise<[number, number[]][]> {
  const found = await changesOf(projection, asked);
  return found.map(({ changed_at, items }) => [changed_at - start, items.map((item) => item.id)]);
}
