import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../../shared/observability/logger.ts';

/** The file system on which the embedded server keeps the log and the tables. */
export interface WatchedDisk {
  readonly directory: string;
  /** `MIN_FREE_DISK` in bytes; null: the smaller of 1 GiB and a twentieth of the file system. */
  readonly minFreeBytes: number | null;
}

/** Whether there is space for what plugins send: a full disk would stop everything that writes, and reading with it. */
export type HasSpace = () => Promise<boolean>;

const lookEveryMs = 1_000;
const defaultMinBytes = 1_024 ** 3;
const defaultMinShare = 0.05;
const mib = 1_024 ** 2;

/** It looks when it is asked, and when the metrics are fetched: nobody may report for hours. */
export function createDiskSpace(
  watched: WatchedDisk,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Registry },
): HasSpace {
  const free = new Gauge({
    name: 'hub_ingest_disk_free_bytes',
    help: 'Free space on the file system of the embedded database; absent while it cannot be read',
    registers: [metrics],
    collect: lookNow,
  });
  const refusing = new Gauge({
    name: 'hub_ingest_disk_full',
    help: '1 while reports are refused because less than MIN_FREE_DISK is free',
    registers: [metrics],
    collect: lookNow,
  });
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let hasSpace = true;

  async function look(): Promise<void> {
    const { freeBytes, leastBytes } = await readDiskSpace(watched);
    free.set(freeBytes);
    const before = hasSpace;
    hasSpace = freeBytes >= leastBytes;
    refusing.set(hasSpace ? 0 : 1);
    if (hasSpace === before) return;
    const sizes = { free_mb: Math.floor(freeBytes / mib), min_free_mb: Math.ceil(leastBytes / mib) };
    if (hasSpace) logger.info(sizes, 'there is room on the disk again: reports are taken');
    else
      logger.error(sizes, 'the disk is nearly full: reports are refused until MIN_FREE_DISK is free again');
  }

  /** At most once a second, for all who ask. */
  async function lookNow(): Promise<void> {
    const now = performance.now();
    if (now - lookedAt >= lookEveryMs) {
      lookedAt = now;
      looking = look().catch((error: unknown) => {
        // Reports are taken then: the database itself fails when it cannot write.
        free.remove();
        logger.warn({ err: error }, 'the free space of the disk is not known');
      });
    }
    await looking;
  }

  return async () => {
    await lookNow();
    return hasSpace;
  };
}

/** The free space of a file system, and how much of it reports have to leave. @throws where there is no such folder */
export async function readDiskSpace({
  directory,
  minFreeBytes,
}: WatchedDisk): Promise<{ readonly freeBytes: number; readonly leastBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  const leastBytes = minFreeBytes ?? Math.min(defaultMinBytes, blocks * bsize * defaultMinShare);
  return { freeBytes: bavail * bsize, leastBytes };
}
