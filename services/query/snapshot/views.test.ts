import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reader } from '../../../projections/access/reader.ts';
import type { SnapshotSources } from './snapshot-view.ts';
import { createViews } from './views.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const now = () => Date.now();

/** Until it is updated, a view looks at no source. */
const sources = {} as SnapshotSources;

function readerOf(view: string, accounts = 1): Reader {
  const visible = new Map(Array.from({ length: accounts }, (_, index) => [`${index}`, {}]));
  return { view, visible, key: { kind: 'service' } } as unknown as Reader;
}

test('lets go of a view that nobody asked for in a minute', () => {
  const views = createViews(sources, now);
  const unused = views.viewOf(readerOf('unused'));
  const used = views.viewOf(readerOf('used'));
  for (let seconds = 0; seconds < 70; seconds += 10) {
    vi.advanceTimersByTime(10_000);
    expect(views.viewOf(readerOf('used'))).toBe(used);
    views.forgetUnused();
  }
  expect(views.viewOf(readerOf('unused'))).not.toBe(unused);
});

test('holds at most 200,000 rows, and lets go of the longest unused first', () => {
  const views = createViews(sources, now);
  const viewOf = (view: string) => views.viewOf(readerOf(view, 80_000));
  const [first, second] = [viewOf('first'), viewOf('second')];
  viewOf('first');
  const third = viewOf('third');
  expect(viewOf('first')).toBe(first);
  expect(viewOf('third')).toBe(third);
  expect(viewOf('second')).not.toBe(second);
});
