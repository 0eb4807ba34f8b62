import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { createSnapshotView, type SnapshotSources, type SnapshotView } from './snapshot-view.ts';

/** The view of each reader: readers with equal rights share one. */
export interface Views {
  viewOf(reader: Reader): SnapshotView;
  /** Lets go of what nobody asked for in a minute: rights that changed leave views behind, one for each change. */
  forgetUnused(): void;
}

/** Rows of all views together, 150 bytes each; the longest unused views go beyond it. */
const rowsMax = 200_000;
const viewsMax = 512;
const unusedMaxMs = 60_000;

/** @param onForgotten is told the name of each view that goes */
export function createViews(
  sources: SnapshotSources,
  onForgotten: (view: string) => void,
  monotonicNow: () => number = () => performance.now(),
): Views {
  const views = new LRUCache<string, SnapshotView>({
    max: viewsMax,
    maxSize: rowsMax,
    ttl: unusedMaxMs,
    // It reads the clock with a timer that often.
    ttlResolution: 1_000,
    updateAgeOnGet: true,
    perf: { now: monotonicNow },
    dispose: (_view, name) => onForgotten(name),
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
