import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { createSnapshotView, type SnapshotSources, type SnapshotView } from './snapshot-view.ts';

/** The views of all readers. Readers with equal rights share one. */
export interface Views {
  viewOf(reader: Reader): SnapshotView;
  /** Drops views that nobody asked for in 15 s: each change of rights leaves an unused view behind. */
  forgetUnused(): void;
}

/**
 * Places for rows in all views together, 60 bytes each; above it the least recently used views are dropped. With fewer views
 * than members who poll in turn, each poll would make its own again: this is room for 800 who each see 500 accounts in a way
 * of their own.
 */
const rowsMax = 400_000;
const viewsMax = 1_024;
/**
 * Longer than maps pause between polls (2 to 10 s). A view of 700 accounts is 40 KB and is made again in half a millisecond
 * of rows that others have, too. One member whose client brings a fresh account each second left 66 of them behind in a minute.
 */
const unusedMaxMs = 15_000;

/** @param onForgotten is called with the name of each view that is dropped */
export function createViews(
  sources: SnapshotSources,
  onForgotten: (view: string) => void,
  monotonicNow: () => number = () => performance.now(),
): Views {
  const views = new LRUCache<string, SnapshotView>({
    max: viewsMax,
    maxSize: rowsMax,
    ttl: unusedMaxMs,
    // How long a reading of the clock is reused.
    ttlResolution: 1_000,
    updateAgeOnGet: true,
    perf: { now: monotonicNow },
    dispose: (view, name) => {
      view.letGo();
      onForgotten(name);
    },
  });

  return {
    viewOf: (reader) => {
      const known = views.get(reader.view);
      if (known !== undefined) return known;
      const view = createSnapshotView(sources, reader.key.kind);
      views.set(reader.view, view, { size: Math.max(1, reader.visible.size) });
      return view;
    },
    forgetUnused: () => {
      views.purgeStale();
    },
  };
}
