import { join } from 'node:path';
import { draftPattern } from '../../files/durable-file.ts';
import { backupKeysFile } from './backup-keys.ts';
import { type Disk, type FolderPaths, sizeOrNoFile } from './disk.ts';
import { drillsFile } from './drills.ts';
import { claimFile } from './folder-claim.ts';
import type { BackupList } from './list-backups.ts';
import { manifestFilePattern } from './manifest.ts';

/** Pipes, devices and folders stay. */
export async function clearUp(disk: Disk, { root, segments }: FolderPaths, list: BackupList): Promise<void> {
  const named = segmentsOf(list);
  if (named !== 'all') {
    for (const file of await disk.list(segments)) {
      if (isOfSegment(file) && !named.has(file)) await removeFile(disk, join(segments, file));
    }
  }
  for (const file of await disk.list(root)) {
    if (isDraftOf(file)) await removeFile(disk, join(root, file));
  }
}

function segmentsOf({ backups, refused }: BackupList): ReadonlySet<string> | 'all' {
  const named = backups.flatMap(({ manifest }) =>
    manifest.partitions.flatMap((part) => part.segments.map(({ file }) => file)),
  );
  for (const { segments } of refused) {
    if (segments === 'all') return 'all';
    named.push(...segments);
  }
  return new Set(named);
}

async function removeFile(disk: Disk, path: string): Promise<void> {
  if ((await sizeOrNoFile(disk, path)) !== 'no file') await disk.remove(path);
}

/** Also matches drafts of segments. */
function isOfSegment(file: string): boolean {
  return /^hub\.[a-z]+-\d+-\d+-\d+/.test(file) && /\.zst(\.[0-9a-f]{12})?$/.test(file);
}

function isDraftOf(file: string): boolean {
  const whole = file.replace(draftPattern, '');
  const isOurs = [claimFile, backupKeysFile, drillsFile].includes(whole) || manifestFilePattern.test(whole);
  return whole !== file && isOurs;
}
