import { OperatorError } from '../../../shared/errors.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { pause } from '../../../shared/waiting.ts';
import { readDiskSpace, type WatchedDisk } from '../../ingest/http/disk-room.ts';

/** The tables of the backup, their indexes while they are made, and the WAL of both. */
const tablesShare = 1.5;
const lookEveryMs = 2_000;

/**
 * Refuses what the disk of the embedded server has no room for. @throws OperatorError when less is free than 1.5 times the
 * live tables above what reports need
 */
export async function requireRoom(live: Database, disk: WatchedDisk): Promise<void> {
  const { bytes } = await live.one<{ bytes: number }>({
    text: `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
           from projection.pointer
           join projection.generation g using (projection, generation)
           join pg_namespace n on n.nspname = g.schema_name
           join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'`,
  });
  const { freeBytes, leastBytes } = await readDiskSpace(disk);
  if (freeBytes >= bytes * tablesShare + leastBytes) return;
  const lacking = Math.ceil((bytes * tablesShare + leastBytes - freeBytes) / 1_000_000);
  throw new OperatorError(
    'no_room',
    `a backup is verified in a copy of the tables, for which the disk of the database lacks ${lacking} MB: make room, or set BACKUP_DRILL=off`,
  );
}

/** Aborts when the room falls below what reports need, until the signal. */
export async function watchRoom(disk: WatchedDisk, work: AbortController, ended: AbortSignal): Promise<void> {
  for (; !ended.aborted; await pause(lookEveryMs, ended, { ref: false })) {
    const { freeBytes, leastBytes } = await readDiskSpace(disk);
    if (freeBytes >= leastBytes) continue;
    work.abort(
      new OperatorError(
        'no_room',
        'the disk of the database is nearly full, so the verification was stopped: make room',
      ),
    );
    return;
  }
}
