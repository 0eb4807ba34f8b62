import type { Reader } from '../../../projections/access/reader.ts';
import { createSnapshotView, type SnapshotSources, type SnapshotView } from './snapshot-view.ts';

/** Rows of all views together, 150 bytes each; the longest unused views go beyond it. */
const rowsMax = 200_000;
const viewsMax = 512;

/** The view of each reader: readers with equal rights share one. */
export function createViews(sources: SnapshotSources): (reader: Reader) => SnapshotView {
  /** Longest unused first. */
  const views = new Map<string, { readonly view: SnapshotView; readonly rows: number }>();
  let rows = 0;

  function add(reader: Reader) {
    const added = { view: createSnapshotView(sources, reader.key.kind), rows: reader.visible.size };
    rows += added.rows;
    for (const [name, oldest] of views) {
      if (rows <= rowsMax && views.size < viewsMax) break;
      views.delete(name);
      rows -= oldest.rows;
    }
    return added;
  }

  return (reader) => {
    const held = views.get(reader.view) ?? add(reader);
    views.delete(reader.view);
    views.set(reader.view, held);
    return held.view;
  };
}
