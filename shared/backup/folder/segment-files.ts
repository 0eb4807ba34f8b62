import { join } from 'node:path';
import { OperatorError } from '../../errors/errors.ts';
import { releaseBuffer } from '../../runtime/release-buffer.ts';
import { sha256Of } from './checked-json.ts';
import { type Disk, sizeOrNoFile } from './disk.ts';
import { isUnreadable } from './folder-errors.ts';
import type { BackupSegment } from './manifest.ts';

export interface WrittenSegment {
  readonly file: string;
  readonly isNew: boolean;
}

/**
 * A file with the same name and other content stays: a log before a restore, or another hub, needs
 * it.
 */
export async function writeSegment(
  disk: Disk,
  segments: string,
  name: string,
  content: Buffer,
): Promise<WrittenSegment> {
  const own = `${name}-${sha256Of(content).slice(0, 16)}`;
  const plain = join(segments, `${name}.zst`);
  const isFree = (await sizeOrNoFile(disk, plain)) === null;
  // An unreadable file counts as other content.
  const there = isFree ? null : await disk.read(plain, { bytesMax: content.length }).catch(nullIfUnreadable);
  if (there?.equals(content)) return { file: `${name}.zst`, isNew: false };
  await disk.createFolder(segments);
  await disk.write(isFree ? plain : join(segments, `${own}.zst`), content);
  return { file: `${isFree ? name : own}.zst`, isNew: true };
}

export async function isIntact(disk: Disk, segments: string, segment: BackupSegment): Promise<boolean> {
  try {
    releaseBuffer(await readSegment(disk, segments, segment));
    return true;
  } catch (error) {
    const isDamaged = error instanceof OperatorError && error.code === 'segment_damaged';
    if (isDamaged || isUnreadable(error)) return false;
    throw error;
  }
}

export async function hasSegmentOfSize(
  disk: Disk,
  segments: string,
  { file, bytes }: BackupSegment,
): Promise<boolean> {
  return (await sizeOrNoFile(disk, join(segments, file))) === bytes;
}

/**
 * @throws OperatorError `segment_damaged` when the bytes differ from the manifest; errors of the
 * file system
 */
export async function readSegment(disk: Disk, segments: string, segment: BackupSegment): Promise<Buffer> {
  const path = join(segments, segment.file);
  // Checks the size first, so that a file that grew is not read.
  const content = (await hasSegmentOfSize(disk, segments, segment))
    ? await disk.read(path, { bytesMax: segment.bytes }).catch(nullIfReplaced)
    : null;
  if (content !== null && sha256Of(content) === segment.sha256) return content;
  throw new OperatorError(
    'segment_damaged',
    `segments/${segment.file} differs from its manifest: use another backup, or another copy of that file`,
  );
}

/** The file was replaced, or has grown, since its size was read. */
function nullIfReplaced(error: unknown): null {
  if (error instanceof OperatorError && isUnreadable(error)) return null;
  throw error;
}

function nullIfUnreadable(error: unknown): null {
  if (isUnreadable(error)) return null;
  throw error;
}
