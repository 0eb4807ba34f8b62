import { expect, it } from 'vitest';
import type { Page, ReadPosition } from '../../event-log.ts';
import { confirmPages, needsConfirmation } from './confirm-low-ends.ts';

const position: ReadPosition = { stream: 'hub.xp', partition: 3, offset: 10 };
const { stream, partition } = position;
/** A new leader gives this page, with an end below the wanted offset. */
const lagging: Page = { stream, partition, records: [], start: 0, end: 8, reachedEnd: true };

async function confirm(listed: () => number): Promise<Page | undefined> {
  const readEnds = async () => [{ stream, partition, start: 0, end: listed() }];
  return (await confirmPages(new Map([[position, lagging]]), readEnds)).get(position);
}

it('doubts an end below the wanted offset, or below the end that was known before the fetch', () => {
  expect(needsConfirmation(lagging, 10)).toBe(true);
  expect(needsConfirmation(lagging, 9)).toBe(true);
  expect(needsConfirmation(lagging, 8)).toBe(false);
});

it('does not doubt the end of a page that has not reached the end', () => {
  expect(needsConfirmation({ ...lagging, reachedEnd: false }, 10)).toBe(false);
});

it('reports the higher end that the leader lists, and that the page has not reached it', async () => {
  expect(await confirm(() => 12)).toEqual({ ...lagging, end: 12, reachedEnd: false });
});

it('fails while the leader lists no offsets', async () => {
  const refused = () => {
    throw new Error('LEADER_NOT_AVAILABLE');
  };
  await expect(confirm(refused)).rejects.toThrow('LEADER_NOT_AVAILABLE');
});

it('reports a lower end that the leader confirms: another log has taken the place of the log', async () => {
  expect(await confirm(() => 8)).toEqual(lagging);
});
