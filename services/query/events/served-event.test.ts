import { describe, expect, test } from 'vitest';
import { directoryOf, keyOf } from '../../../projections/access/testing/directory-of.ts';
import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { createReaders } from '../../../projections/access/visibility/readers.ts';
import { findWithheld } from '../../../projections/event-feed/withheld.ts';
import type { Category } from '../../../shared/domain/category.ts';
import { detailsOf } from '../../../shared/events/types/game-event-recorded.ts';
import { createEventTexts, type FoundEvent, visibleEvent } from './event-json-cache.ts';

const data = '{"data":{"regionId":1,"worldIds":2},"world":12345678}';
const withoutPlace = '{"data":{"worldIds":2},"world":12345678}';
const withoutWorld = '{"data":{"regionId":1,"worldIds":2}}';

function readerOf(...categories: Category[]) {
  const directory = directoryOf(
    given.member(quill, 'Quill'),
    given.identity('a1', quill),
    given.description('a1', 'Quill Fen'),
    given.key(1, null, { categories }),
  );
  return createReaders().readerOf(directory, keyOf(directory, id(1)));
}

function eventOf(accountId: string, text: string): FoundEvent {
  return {
    ...{ seq: 7, account_id: accountId, event_id: id(9), type: 'loot' },
    ...{ occurred_at: 1_800_000_000_000, received_at: 1_800_000_000_000, special_world: false },
    ...detailsOf({}),
    data: text,
    withheld: findWithheld(text),
  };
}

describe('the data of an event', () => {
  test.each<[string, Category[], string]>([
    ['nothing else', ['events'], '{"data":{"worldIds":2}}'],
    ['live locations', ['events', 'location_live'], withoutWorld],
    ['past locations', ['events', 'location_history'], withoutWorld],
    ['activity', ['events', 'activity'], withoutPlace],
    ['both', ['events', 'location_live', 'activity'], data],
  ])('has only the fields that a reader with %s may see', (_, categories, seen) => {
    expect(visibleEvent(readerOf(...categories), eventOf('a1', data))?.data).toBe(seen);
  });
});

test('an event of an account that the reader cannot see is left out', () => {
  expect(visibleEvent(readerOf('events'), eventOf('a2', data))).toBeNull();
  expect(createEventTexts().of(readerOf('events'), [eventOf('a2', data)])).toEqual([]);
});

test('a reader never gets the cached text of a reader with other rights, even if both texts have the same length', () => {
  // Both parts have the same number of bytes.
  const same = '{"world":12345678,"regionId":12345}';
  const texts = createEventTexts();
  const textOf = (...categories: Category[]) =>
    JSON.parse(String(texts.of(readerOf('events', ...categories), [eventOf('a1', same)])[0])).data;
  expect(findWithheld(same)).not.toBeNull();
  for (let times = 0; times < 2; times += 1) {
    expect(textOf('location_live')).toEqual({ regionId: 12_345 });
    expect(textOf('activity')).toEqual({ world: 12_345_678 });
  }
});
