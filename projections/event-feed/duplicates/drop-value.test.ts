import { expect, test } from 'vitest';
import { detailsOf } from '../../../shared/events/types/game-event-recorded.ts';
import { headline } from '../queries/headline.ts';
import type { NewFeedEvent } from './find-duplicates.ts';
import { mergeReport } from './merge-reports.ts';

const noon = Date.UTC(2026, 8, 14, 12);
const fang = { id: 29_790, name: 'Araxyte fang', quantity: 1 };
const runes = { id: 560, name: 'Death rune', quantity: 100 };

type Item = Readonly<Record<string, unknown>>;

function drop(source: string, some: Partial<NewFeedEvent>, payload: object): NewFeedEvent {
  return {
    type: 'loot',
    ...detailsOf({}),
    special_world: false,
    withheld: null,
    event_id: '00000000-0000-8000-8000-000000000001',
    seq: 1,
    account_id: 'a',
    source,
    occurred_at: noon,
    received_at: noon,
    data: JSON.stringify(source === 'dink' ? { extra: payload } : { data: payload }),
    ...some,
  };
}

function ha(items: readonly Item[], best: Item, value: number) {
  const payload = { source: { text: 'Araxxor' }, items, highestValueItem: best, totalValue: value };
  return drop('ha', { value_gp: value, item_id: Number(best.id) }, payload);
}

function dink(items: readonly Item[], best: Item, value: number) {
  return drop('dink', { value_gp: value, item_id: Number(best.id) }, { source: 'Araxxor', items });
}

/** The same for both orders. */
function merged(one: NewFeedEvent, other: NewFeedEvent) {
  const [first, second] = [mergeReport(one, { record: other }), mergeReport(other, { record: one })];
  const shown = [first, second].map(({ value_gp, item_id, ...event }) => ({
    value_gp,
    item_id,
    ...headline({ ...event, value_gp, item_id }, 'Quillon'),
  }));
  expect(shown[1]).toEqual(shown[0]);
  return shown[0];
}

test('an item without a price at one plugin counts at the price of the other plugin', () => {
  const unpriced = [
    { ...fang, gePrice: 0 },
    { ...runes, gePrice: 100 },
  ];
  const priced = [
    { ...fang, priceEach: 70_000_000 },
    { ...runes, priceEach: 90 },
  ];
  const best = { ...runes, gePrice: 100 };
  expect(merged(ha(unpriced, best, 10_000), dink(priced, fang, 70_009_000))).toEqual({
    value_gp: 70_010_000,
    item_id: fang.id,
    title: 'Loot: Araxyte fang',
    line: 'Quillon received Araxyte fang (70M) from Araxxor',
  });
});

test('a missing item, a missing price and a price out of bounds count as no price', () => {
  const priced = [
    { ...fang, priceEach: 70_000_000 },
    { ...runes, priceEach: 90 },
  ];
  const best = { ...runes, gePrice: 100 };
  for (const gePrice of [undefined, null, -1, 3_000_000_000, '70']) {
    const unpriced = [{ ...fang, gePrice }, best];
    expect(merged(ha(unpriced, best, 10_000), dink(priced, fang, 70_009_000))).toMatchObject({
      value_gp: 70_010_000,
      item_id: fang.id,
    });
  }
  expect(merged(ha([best], best, 10_000), dink(priced, fang, 70_009_000))).toMatchObject({
    value_gp: 70_010_000,
    title: 'Loot: Araxyte fang',
  });
});

test('stacks of an item are added up', () => {
  const stack = { ...runes, priceEach: 90 };
  const sent = [
    { ...runes, quantity: 200, gePrice: 0 },
    { ...fang, gePrice: 5 },
  ];
  expect(merged(dink([stack, stack, fang], runes, 18_000), ha(sent, fang, 5))).toMatchObject({
    value_gp: 18_005,
    title: 'Loot: Death rune',
  });
  const twice = [
    { ...runes, gePrice: 90 },
    { ...runes, gePrice: 0 },
  ];
  const other = [{ ...runes, quantity: 200, priceEach: 1 }];
  expect(merged(ha(twice, runes, 9_000), dink(other, runes, 200))).toMatchObject({ value_gp: 18_000 });
  expect(merged(ha([stack, stack], runes, 0), dink([stack, stack], runes, 0))).toMatchObject({
    value_gp: 18_000,
  });
});

test('the total of a plugin stays when its list was cut, and a sum out of bounds does not count', () => {
  expect(merged(ha([], fang, 80_000_000), dink([{ ...runes, priceEach: 5 }], runes, 500))).toMatchObject({
    value_gp: 80_000_000,
  });
  const many = { ...runes, quantity: 2_000_000_000, gePrice: 2_000_000_000 };
  expect(merged(ha([many], many, 7), dink([{ ...many, gePrice: 1 }], many, 9))).toMatchObject({
    value_gp: 9,
  });
});

test('drops without any price keep the item of the first record', () => {
  const free = [{ ...fang, gePrice: 0 }];
  const { value_gp, item_id } = mergeReport(ha(free, fang, 0), { record: dink([fang], fang, 0) });
  expect([value_gp, item_id]).toEqual([0, fang.id]);
});

test('a record that agrees with the event changes no text of the event', () => {
  const items = [{ ...fang, gePrice: 5 }];
  const first = ha(items, { ...fang, gePrice: 5 }, 5);
  expect(mergeReport(first, { record: dink([{ ...fang, priceEach: 5 }], fang, 5) })).toBe(first);
});
