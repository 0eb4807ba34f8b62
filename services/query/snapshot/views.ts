import { LRUCache } from 'lru-cache';
import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { createSnapshotView, type SnapshotSources, type SnapshotView } from './shared-view.ts';

/** Readers with equal rights share one view. */
export interface Views {
  viewOf(reader: Reader): SnapshotView;
  noteChanged(accountIds: readonly string[]): void;
  /**
   * Drops views that nobody asked for in 15 s: each change of rights leaves an unused view behind.
   */
  forgetUnused(): void;
}

/** Rows of all views together. */
const rowsMax = 400_000;
const viewsMax = 1_024;
/** Longer than the pause of a map between two polls (2 to 10 s). */
const unusedMaxMs = 15_000;

export function createViews(
  sources: SnapshotSources,
  onForgotten: (view: string) => void,
  monotonicNow: () => number = () => performance.now(),
): Views {
  const views = new LRUCache<string, SnapshotView>({
    max: viewsMax,
    maxSize: rowsMax,
    ttl: unusedMaxMs,
    // A value of the clock is reused for this long.
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
    noteChanged: (accountIds) => {
      if (accountIds.length === 0) return;
      for (const view of views.values()) view.noteChanged(accountIds);
    },
    forgetUnused: () => {
      views.purgeStale();
    },
  };
}
