import { describe, expect, it } from 'vitest';
import type { Page, PartitionEnds, Place } from '../event-log.ts';
import { confirmPages } from './confirm-pages.ts';

const place: Place = { stream: 'hub.xp', partition: 3, offset: 10 };
const { stream, partition } = place;
/** Of a broker that has just come to lead: empty, and ending below what was wanted. */
const lagging: Page = { stream, partition, records: [], start: 0, end: 8, reachedEnd: true };

/** Confirms the page against ends that are listed one after another, the last one again and again. */
async function confirm(listed: readonly (number | Error)[], floor = place.offset) {
  let asked = 0;
  const readEnds = async (): Promise<PartitionEnds[]> => {
    const answer = listed[Math.min(asked, listed.length - 1)];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return [{ stream, partition, start: 0, end: answer ?? 0 }];
  };
  const pages = await confirmPages(new Map([[place, lagging]]), { floorOf: () => floor, readEnds }, 300);
  return { page: pages.get(place), asked };
}

describe('a page that ends below the wanted offset', () => {
  it('is told with the end that the leader lists', async () => {
    const { page } = await confirm([12]);
    expect(page).toEqual({ ...lagging, end: 12, reachedEnd: false });
  });

  it('is not told while the leader lists none', async () => {
    await expect(confirm([new Error('LEADER_NOT_AVAILABLE')])).rejects.toThrow('LEADER_NOT_AVAILABLE');
  });

  it('waits for an end that comes within the time', async () => {
    const { page, asked } = await confirm([8, 10]);
    expect(page?.end).toBe(10);
    expect(asked).toBe(2);
  });

  it('is told as it is when the end stays below for the whole time: a log that is another one', async () => {
    const before = performance.now();
    const { page, asked } = await confirm([8]);
    expect(page).toEqual(lagging);
    expect(asked).toBeGreaterThan(1);
    expect(performance.now() - before).toBeGreaterThanOrEqual(299);
  });
});

it('a page that ends below an end told before has not reached the end', async () => {
  const { page } = await confirm([8, 15], 15);
  expect(page).toMatchObject({ end: 15, reachedEnd: false });
});
