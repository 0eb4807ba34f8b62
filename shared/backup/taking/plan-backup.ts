import { streamDefinition } from '../../events/streams.ts';
import type { PartitionEnds } from '../../log/event-log.ts';
import type { BackupPartition, BackupSegment } from '../folder/manifest.ts';

/** What a backup takes over of the one before, and from which offset it reads the log. */
export interface PartitionPlan {
  readonly ends: PartitionEnds;
  readonly kept: readonly BackupSegment[];
  readonly from: number;
  /** Segments of the backup before that are missing or damaged; what they held is read of the log again. */
  readonly lost: number;
}

/** A night makes a small segment in each partition, or two: of packs and of rows. After this many they are written anew as one. */
const smallSegmentsMax = 32;
const smallBytes = 256 * 1024;

/**
 * Plans the backup of a partition. Of a compacted stream all is read again when anything was appended; of others what is
 * new, and what segments that are gone, damaged or too small held.
 * @param before the partition in a backup of the same log; null where there is none
 * @param isIntact whether the file of a segment is there and holds what was written
 */
export function planPartition(
  ends: PartitionEnds,
  before: BackupPartition | null,
  isIntact: (segment: BackupSegment) => boolean,
): PartitionPlan {
  const { stream, start, end } = ends;
  const wanted = before?.segments.filter(({ to }) => to > start) ?? [];
  const lost = wanted.filter((segment) => !isIntact(segment)).length;
  const all = { ends, kept: [], from: start, lost };
  if (before === null || before.end > end) return all;
  if (streamDefinition(stream).kept.policy === 'latest') {
    const isSame = before.end === end && before.segments.every(isIntact);
    return isSame ? { ends, kept: before.segments, from: end, lost } : all;
  }
  const firstLost = wanted.findIndex((segment) => !isIntact(segment));
  const kept = withoutSmallOnes(firstLost < 0 ? wanted : wanted.slice(0, firstLost));
  const [first] = kept;
  if (first !== undefined && first.from > start) return all;
  return { ends, kept, from: kept.at(-1)?.to ?? start, lost };
}

function withoutSmallOnes(segments: readonly BackupSegment[]): readonly BackupSegment[] {
  const small = segments.length - 1 - segments.findLastIndex(({ bytes }) => bytes >= smallBytes);
  return small < smallSegmentsMax ? segments : segments.slice(0, segments.length - small);
}
