import { expect, test } from 'vitest';
import { searchedName } from '../../shared/domain/searched-name.ts';
import { drain } from '../../shared/projection/testing/step-projector.ts';
import { eraseSubjects } from '../../shared/projection/upkeep/erase-subjects.ts';
import { itemsOf, sourceNameOf } from './items-of.ts';
import type { EventFilter } from './queries/event-page.ts';
import { gameEvent } from './testing/game-events.ts';
import { openTestFeed } from './testing/open-test-feed.ts';

const of = (data: object, item_id: number | null = null) => itemsOf({ item_id, data: JSON.stringify(data) });

test('the items of an event are its drops, its losses and its collection log entry, each once', () => {
  expect(
    of(
      {
        data: {
          items: [
            { id: 4_151, name: ' Abyssal Whip', quantity: 1 },
            { id: 4_151, quantity: 2 },
            { id: 'x', name: 'Odd' },
            { name: '' },
            null,
          ],
          keptItems: [{ id: 1, name: 'Kept' }],
        },
      },
      4_151,
    ),
  ).toEqual([
    { id: 4_151, name: 'abyssal whip' },
    { id: expect.any(Number), name: 'odd' },
  ]);
  expect(of({ extra: { lostItems: [{ id: 391, name: 'Manta ray' }] } }, 391)).toEqual([
    { id: 391, name: 'manta ray' },
  ]);
  expect(of({ extra: { itemId: 12_922, itemName: 'Tanzanite fang' } })).toEqual([
    { id: 12_922, name: 'tanzanite fang' },
  ]);
  expect(of({}, 7)).toEqual([{ id: 7, name: null }]);
  expect(of({ data: { items: 'none' } })).toEqual([]);
});

test('a stack without a name takes the name of another stack of the item, whichever comes first', () => {
  const named = { id: 4_151, name: 'Abyssal whip' };
  for (const items of [
    [{ id: 4_151 }, named],
    [named, { id: 4_151 }],
  ])
    expect(of({ data: { items } })).toEqual([{ id: 4_151, name: 'abyssal whip' }]);
});

test('an item without an id gets an id from its name, which no item of the game has', () => {
  const [one, same, other] = ['Magic fang', 'magic FANG ', 'Other'].map((itemName) =>
    of({ data: { itemName, itemId: -1 } }).at(0),
  );
  expect(one).toEqual(same);
  expect(one?.id).toBeLessThan(-1);
  expect(Number.isSafeInteger(one?.id)).toBe(true);
  expect(other?.id).not.toBe(one?.id);
});

test('the source of loot is a monster, a chest or a player, and the source of a clue is its kind', () => {
  const source = (type: string, data: object, tier: string | null = null) =>
    sourceNameOf({ type, tier, data: JSON.stringify(data) });
  expect(source('loot', { data: { source: { text: 'Zulrah ' } } })).toBe('zulrah');
  expect(source('pk_loot', { extra: { source: 'Sable' } })).toBe('sable');
  expect(source('CLUE', { extra: {} }, 'Elite')).toBe('clue scroll (elite)');
  expect(source('death', { data: { source: 'Vorkath' } })).toBeNull();
});

test('names are compared without outer spaces and without regard to case', () => {
  expect(searchedName('  Tanzanite FANG ')).toBe('tanzanite fang');
  expect(searchedName('x'.repeat(200))).toHaveLength(100);
});

test('events are found by the items and sources in their records, until their account is erased', async () => {
  const feed = await openTestFeed();
  const loot = (id: number, name: string, source: string) => ({
    item_id: id,
    data: JSON.stringify({ data: { source: { text: source }, items: [{ id, name, quantity: 1 }] } }),
  });
  await feed.record(
    gameEvent('a', loot(12_922, 'Tanzanite fang', 'Zulrah')),
    gameEvent('b', loot(12_922, 'Tanzanite fang', 'zulrah')),
    gameEvent('b', loot(4_151, 'Abyssal whip', 'Abyssal demon')),
    gameEvent('b', { type: 'death', item_id: 4_151 }),
  );
  const found = async (some: Partial<EventFilter>) => {
    const filter = { accountIds: null, types: null, minValue: null, ...some };
    return (await feed.queries().latest(filter, 10)).events.map(({ seq }) => seq);
  };
  const byName = async (...names: string[]) => ({
    items: await feed.queries().itemIds({ ids: [], names, reporters: ['a', 'b'] }),
  });
  expect(await found({ items: [12_922] })).toEqual([1, 2]);
  expect(await found(await byName('tanzanite fang'))).toEqual([1, 2]);
  expect(await found(await byName('abyssal whip'))).toEqual([3, 4]);
  expect(await found({ sources: ['zulrah'] })).toEqual([1, 2]);
  await eraseSubjects(feed.database, ['a']);
  expect(await found(await byName('tanzanite fang'))).toEqual([2]);
  await eraseSubjects(feed.database, ['b']);
  await drain(feed.database, feed.journal, feed.generation);
  for (const table of ['event_item', 'item_name']) {
    const rows = await feed.database.many({ text: `select from ${feed.generation.schema}.${table}` });
    expect([table, rows.length]).toEqual([table, 0]);
  }
});
