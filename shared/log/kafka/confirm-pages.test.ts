import { expect, it } from 'vitest';
import type { Page, Place } from '../event-log.ts';
import { confirmPages, isDoubtful } from './confirm-pages.ts';

const place: Place = { stream: 'hub.xp', partition: 3, offset: 10 };
const { stream, partition } = place;
/** Of a broker that has just come to lead: empty, and ending below what was wanted. */
const lagging: Page = { stream, partition, records: [], start: 0, end: 8, reachedEnd: true };

async function confirm(listed: () => number): Promise<Page | undefined> {
  const readEnds = async () => [{ stream, partition, start: 0, end: listed() }];
  return (await confirmPages(new Map([[place, lagging]]), readEnds)).get(place);
}

it('doubts an end below the wanted offset, or below one that was reported', () => {
  expect(isDoubtful(lagging, 10)).toBe(true);
  expect(isDoubtful(lagging, 9)).toBe(true);
  expect(isDoubtful(lagging, 8)).toBe(false);
});

it('does not doubt the end of a page that is out of range: it was listed', () => {
  expect(isDoubtful({ ...lagging, reachedEnd: false }, 10)).toBe(false);
});

it('tells the end that the leader lists, which the page has not reached', async () => {
  expect(await confirm(() => 12)).toEqual({ ...lagging, end: 12, reachedEnd: false });
});

it('tells nothing while the leader lists none', async () => {
  const refused = () => {
    throw new Error('LEADER_NOT_AVAILABLE');
  };
  await expect(confirm(refused)).rejects.toThrow('LEADER_NOT_AVAILABLE');
});

it('tells an end that the leader stands by: the log is another one', async () => {
  expect(await confirm(() => 8)).toEqual(lagging);
});
