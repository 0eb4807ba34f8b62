import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../../shared/observability/logger.ts';

/** The file system of the embedded server. */
export interface WatchedDisk {
  readonly directory: string;
  /** `MIN_FREE_DISK` in bytes; null: the smaller of 1 GiB and a twentieth of the file system. */
  readonly minFreeBytes: number | null;
}

/** A full disk would stop all writes, and then also reads. */
export type HasDiskSpace = () => Promise<boolean>;

const checkEveryMs = 1_000;
const defaultMinBytes = 1_024 ** 3;
const defaultMinShare = 0.05;
const mib = 1_024 ** 2;

/** Each read of the metrics also checks the disk, because reports may be hours apart. */
export function createDiskSpaceCheck(
  watched: WatchedDisk,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Registry },
): HasDiskSpace {
  const free = new Gauge({
    name: 'hub_ingest_disk_free_bytes',
    help: 'Free space on the file system of the embedded database; absent while it cannot be read',
    registers: [metrics],
    collect: checkNow,
  });
  const refusing = new Gauge({
    name: 'hub_ingest_disk_full',
    help: '1 while reports are refused because less than MIN_FREE_DISK is free',
    registers: [metrics],
    collect: checkNow,
  });
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  let hasSpace = true;

  async function check(): Promise<void> {
    const { freeBytes, leastBytes } = await readDiskSpace(watched);
    free.set(freeBytes);
    const hadSpace = hasSpace;
    hasSpace = freeBytes >= leastBytes;
    refusing.set(hasSpace ? 0 : 1);
    if (hasSpace === hadSpace) return;
    const sizes = { free_mb: Math.floor(freeBytes / mib), min_free_mb: Math.ceil(leastBytes / mib) };
    if (hasSpace) logger.info(sizes, 'the disk has enough free space again: reports are accepted');
    else
      logger.error(sizes, 'the disk is nearly full: reports are refused until MIN_FREE_DISK is free again');
  }

  async function checkNow(): Promise<void> {
    const now = performance.now();
    if (now - checkedAt >= checkEveryMs) {
      checkedAt = now;
      checking = check().catch((error: unknown) => {
        // Accepts reports: the database itself fails when it cannot write.
        hasSpace = true;
        refusing.set(0);
        free.remove();
        logger.warn({ err: error }, 'the free space of the disk is not known');
      });
    }
    await checking;
  }

  return async () => {
    await checkNow();
    return hasSpace;
  };
}

/** @throws when the folder is missing */
export async function readDiskSpace({
  directory,
  minFreeBytes,
}: WatchedDisk): Promise<{ readonly freeBytes: number; readonly leastBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(directory);
  const leastBytes = minFreeBytes ?? Math.min(defaultMinBytes, blocks * bsize * defaultMinShare);
  return { freeBytes: bavail * bsize, leastBytes };
}
