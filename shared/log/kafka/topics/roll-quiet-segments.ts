import { partitionName, type StreamName, streamDefinition, streamNames } from '../../../events/streams.ts';
import type { EventLog, PartitionEnds } from '../../event-log.ts';
import { readRecordAt } from '../../reading/read-record-at.ts';
import { unreadRecord } from './filler-record.ts';

/** The type of the record after which a broker may compact those before it. */
const segmentEnded = 'segment-ended';

const compactedStreams: readonly StreamName[] = streamNames.filter(
  (stream) => streamDefinition(stream).kept.policy === 'latest',
);

export interface SegmentEndsOptions extends Pick<EventLog, 'read' | 'ends' | 'append'> {
  /** `max.compaction.lag.ms` of the compacted topics. */
  readonly lagMs: number;
  /** Given in tests; ms. */
  readonly monotonicNow?: () => number;
}

/**
 * Ends the open segments of compacted partitions that are quiet. A broker compacts closed segments only, and closes one
 * when something is appended later than `max.compaction.lag.ms`: without that, a key that was destroyed in a quiet partition
 * would stay on disk until the next account or member comes. @returns what to call regularly; several processes may
 */
export function createSegmentEnds(options: SegmentEndsOptions): () => Promise<void> {
  const { read, ends, append, lagMs, monotonicNow = () => performance.now() } = options;
  /** Per partition the end at the last look, since when that is, and whether nothing of it is left to be closed. */
  const seen = new Map<string, { readonly end: number; readonly since: number; readonly closed: boolean }>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function isClosed({ stream, partition, end }: PartitionEnds): Promise<boolean> {
    const last = await readRecordAt({ read }, { stream, partition, offset: end - 1 });
    return last?.type === segmentEnded;
  }

  async function look(found: PartitionEnds, now: number): Promise<void> {
    const name = partitionName(found);
    const known = seen.get(name);
    if (known === undefined || known.end !== found.end) {
      seen.set(name, { end: found.end, since: now, closed: found.end === found.start });
      return;
    }
    if (known.closed || now - known.since <= lagMs) return;
    if (!(await isClosed(found))) await append([unreadRecord(found, 'hub/segment', segmentEnded)]);
    seen.set(name, { ...known, closed: true });
  }

  return async () => {
    const now = monotonicNow();
    if (now - lookedAt < lagMs / 10) return;
    lookedAt = now;
    for (const found of await ends(compactedStreams)) await look(found, now);
  };
}
