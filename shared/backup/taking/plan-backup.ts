import { streamDefinition } from '../../events/streams.ts';
import type { PartitionEnds } from '../../log/event-log.ts';
import type { BackupPartition, BackupSegment } from '../folder/manifest.ts';

export interface PartitionPlan {
  readonly ends: PartitionEnds;
  readonly kept: readonly BackupSegment[];
  readonly from: number;
  /** Missing or damaged. */
  readonly lostSegments: number;
}

/** After this many small segments, a backup writes them again as one segment. */
const smallSegmentsMax = 32;
const smallBytes = 256 * 1024;

/**
 * Reads a compacted stream with new records as a whole. From other streams, reads only new records
 * and the records of missing, damaged or small segments.
 * @param before null without a backup of the same log
 */
export function planPartition(
  ends: PartitionEnds,
  before: BackupPartition | null,
  isIntact: (segment: BackupSegment) => boolean,
): PartitionPlan {
  const { stream, start, end } = ends;
  const wanted = before?.segments.filter(({ to }) => to > start) ?? [];
  const lostSegments = wanted.filter((segment) => !isIntact(segment)).length;
  const all = { ends, kept: [], from: start, lostSegments };
  if (before === null || before.end > end) return all;
  if (streamDefinition(stream).kept.policy === 'latest') {
    const isSame = before.end === end && before.segments.every(isIntact);
    return isSame ? { ends, kept: before.segments, from: end, lostSegments } : all;
  }
  const firstLost = wanted.findIndex((segment) => !isIntact(segment));
  const kept = withoutSmallSegments(firstLost < 0 ? wanted : wanted.slice(0, firstLost));
  const [first] = kept;
  if (first !== undefined && first.from > start) return all;
  return { ends, kept, from: kept.at(-1)?.to ?? start, lostSegments };
}

function withoutSmallSegments(segments: readonly BackupSegment[]): readonly BackupSegment[] {
  const small = segments.length - 1 - segments.findLastIndex(({ bytes }) => bytes >= smallBytes);
  return small < smallSegmentsMax ? segments : segments.slice(0, segments.length - small);
}
