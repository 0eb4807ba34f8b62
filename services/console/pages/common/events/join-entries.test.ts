import { expect, test } from 'vitest';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { joinEntries } from './join-entries.ts';

const event = (id: string, second: number, changes: Partial<HubEvent> = {}) =>
  ({
    id,
    type: 'loot',
    account: { id: 'q', name: 'Quillon Fen' },
    item_id: 13_576,
    special_world: false,
    occurred_at: new Date(second * 1_000).toISOString(),
    ...changes,
  }) as HubEvent;
const entry = (id: string, second: number, changes: Partial<HubEvent> = {}) =>
  event(id, second, { type: 'collection_log', ...changes });
const linesOf = (...events: readonly HubEvent[]) =>
  joinEntries(events).map(({ event: { id }, entryId }) => (entryId === null ? id : `${id}+${entryId}`));

test('a drop and its entry in the collection log are one line, whichever came first', () => {
  expect(linesOf(entry('log', 103), event('drop', 100))).toEqual(['drop+log']);
  expect(linesOf(event('drop', 103), entry('log', 100))).toEqual(['drop+log']);
});

test('an entry belongs to one drop of the item', () => {
  expect(linesOf(event('second', 102), event('first', 101), entry('log', 100))).toEqual([
    'second+log',
    'first',
  ]);
});

test.each([
  ['of another time', entry('log', 111)],
  ['of another item', entry('log', 100, { item_id: 4_151 })],
  ['of an unknown item', entry('log', 100, { item_id: null })],
  ['of another player', entry('log', 100, { account: { id: 'other', name: 'Quillon Fen' } })],
  ['of another world', entry('log', 100, { special_world: true })],
])('an entry %s stays a line', (_, other) => {
  expect(linesOf(other, event('drop', 100))).toEqual(['log', 'drop']);
});

test('an entry without a drop, and a death with the item, stay lines', () => {
  expect(linesOf(entry('log', 100), event('death', 100, { type: 'death' }))).toEqual(['log', 'death']);
});
