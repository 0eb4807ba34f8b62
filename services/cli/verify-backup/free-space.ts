import { pause } from '../../../shared/async/waiting.ts';
import { OperatorError } from '../../../shared/errors/errors.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { readDiskSpace, type WatchedDisk } from '../../ingest/http/check-disk-space.ts';

/**
 * A multiple of the size of the live tables. Covers the tables of the backup, their indexes, and
 * the WAL of both.
 */
const tablesShare = 1.5;
const checkEveryMs = 2_000;

/**
 * @throws OperatorError when less is free than 1.5 times the live tables plus the minimum for
 * reports
 */
export async function requireFreeSpace(live: Database, disk: WatchedDisk): Promise<void> {
  const { bytes } = await live.one<{ bytes: number }>({
    text: `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
           from projection.pointer
           join projection.generation g using (projection, generation)
           join pg_namespace n on n.nspname = g.schema_name
           join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'`,
  });
  const lacking = missingSpace(bytes, await readDiskSpace(disk));
  if (lacking <= 0) return;
  throw new OperatorError(
    'no_room',
    `a backup is verified in a copy of the tables, and the disk of the database lacks ${Math.ceil(lacking / 1_000_000)} MB: free some space, or set BACKUP_DRILL=off`,
  );
}

/** @returns bytes; 0 or less when there is space */
export function missingSpace(
  tableBytes: number,
  { freeBytes, leastBytes }: { readonly freeBytes: number; readonly leastBytes: number },
): number {
  return tableBytes * tablesShare + leastBytes - freeBytes;
}

/** Aborts the work when the free space falls below the minimum for reports. */
export async function watchFreeSpace(
  disk: WatchedDisk,
  work: AbortController,
  ended: AbortSignal,
): Promise<void> {
  for (; !ended.aborted; await pause(checkEveryMs, ended, { ref: false })) {
    const { freeBytes, leastBytes } = await readDiskSpace(disk);
    if (freeBytes >= leastBytes) continue;
    work.abort(
      new OperatorError(
        'no_room',
        'the disk of the database is nearly full, so the verification was stopped: free some space',
      ),
    );
    return;
  }
}
