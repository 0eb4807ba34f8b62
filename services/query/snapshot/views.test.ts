import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import type { SnapshotSources } from './shared-view.ts';
import { createViews } from './views.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const now = () => Date.now();

/** Never read: a view reads its sources only when it is updated. */
const sources = {} as SnapshotSources;

function readerOf(view: string, accounts = 1): Reader {
  const visible = new Map(Array.from({ length: accounts }, (_, index) => [`${index}`, {}]));
  return { view, visible, key: { kind: 'service' } } as unknown as Reader;
}

test('drops a view without a request for 15 s, and reports the dropped view', () => {
  const forgotten: string[] = [];
  const views = createViews(sources, (view) => forgotten.push(view), now);
  views.viewOf(readerOf('unused'));
  const used = views.viewOf(readerOf('used'));
  for (let seconds = 0; seconds < 20; seconds += 10) {
    vi.advanceTimersByTime(10_000);
    expect(views.viewOf(readerOf('used'))).toBe(used);
    views.forgetUnused();
  }
  expect(forgotten).toEqual(['unused']);
});

test('holds at most 400,000 rows, and drops the least recently used view first', () => {
  const forgotten: string[] = [];
  const views = createViews(sources, (view) => forgotten.push(view), now);
  for (const view of ['first', 'second', 'first', 'third']) views.viewOf(readerOf(view, 160_000));
  expect(forgotten).toEqual(['second']);
});
