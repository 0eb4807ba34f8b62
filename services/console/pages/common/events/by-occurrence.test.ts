import { expect, test } from 'vitest';
import type { HubEvent } from '../../../../../shared/client/api.ts';
import { sortByOccurrence } from './by-occurrence.ts';

const event = (id: string, second: number) =>
  ({ id, occurred_at: new Date(second * 1_000).toISOString() }) as HubEvent;

test('events are listed by the time that their lines show, and events of one moment by their arrival', () => {
  const stored = [event('late', 10), event('two', 30), event('one', 30), event('early', 5)];
  expect(sortByOccurrence(stored).map(({ id }) => id)).toEqual(['two', 'one', 'late', 'early']);
});
