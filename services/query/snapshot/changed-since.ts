import type { Reader } from '../../../projections/access/visibility/reader.ts';
import { onceFor } from '../../../shared/collections/once-for.ts';
import { hasCategory } from '../../../shared/domain/category.ts';
import type { Row } from './entries.ts';
import type { SnapshotView } from './shared-view.ts';

/** Accounts that changed up to 30 s before `since` are sent again (read-api.md 4.1). */
const overlapMs = 30_000;

/**
 * Epoch ms. At most the lowest watermark, so that a client that sends this time as `since` misses
 * no record that is applied late (rules/snapshot.md#last_modified).
 */
export function lastModified(view: SnapshotView, reader: Reader): number {
  const watermark = Math.min(view.appliedUpTo(), reader.directory.watermark);
  const newest = view.newestChange();
  return newest === null ? watermark : Math.min(Math.max(newest, accessChangedAt(reader)), watermark);
}

/** Includes rows whose change time the reader is not allowed to know. */
export function rowsSince(view: SnapshotView, reader: Reader, since: number): Row[] {
  const after = since - overlapMs;
  const accessToo = dependsOnKey(reader, since);
  return view.rows().filter((row) => {
    if (!row.isChangeTimeReadable || row.changedAt > after) return true;
    if (!accessToo) return false;
    return Math.max(reader.key.changedAt, reader.visible.get(row.accountId)?.changedAt ?? 0) > after;
  });
}

/**
 * Whether rights changed after `since`, so that keys of the same view may get different accounts.
 */
export function dependsOnKey(reader: Reader, since: number): boolean {
  return accessChangedAt(reader) > since - overlapMs;
}

/** When `access` last changed an entry whose change time this reader may know; else 0. */
function accessChangedAt({ key, visible }: Reader): number {
  const newest = entriesChangedAt(visible);
  return newest === 0 ? 0 : Math.max(newest, key.changedAt);
}

const entriesChangedAt = onceFor((visible: Reader['visible']) => {
  let newest = 0;
  for (const { readable, changedAt } of visible.values()) {
    if (hasCategory(readable, 'activity')) newest = Math.max(newest, changedAt);
  }
  return newest;
});
