import { hourMs } from '../../domain/durations.ts';
import { type Retention, type StreamName, streamDefinition } from '../../events/streams.ts';

/** Whose time a record gets: the broker's when it is appended, or the writer's, while records are imported. */
export type Timestamps = 'LogAppendTime' | 'CreateTime';

/** What decides which records a topic keeps; a topic that differs in it was not made by a hub. */
export const cleanupPolicy = 'cleanup.policy';
export const timestampType = 'message.timestamp.type';

const segmentMs = hourMs;
/** Kafka deletes after its check every 5 minutes and a delay of 1. */
const deletionLagMs = 10 * 60_000;
const weekMs = 168 * hourMs;

/** The settings of a stream's topic, from the catalogue; of one that expires those of time only with `retention`. */
export function topicSettings(
  stream: StreamName,
  options: {
    readonly retention: Retention | null;
    readonly timestamps: Timestamps;
    readonly replicas: number;
  },
): ReadonlyMap<string, string> {
  const { kept } = streamDefinition(stream);
  return new Map([
    [cleanupPolicy, kept.policy === 'latest' ? 'compact' : 'delete'],
    ...timeSettings(stream, options.retention),
    // A cluster may bound its topics by size, too.
    ['retention.bytes', '-1'],
    // A reader that was away for less than this still sees that a key is gone.
    ['delete.retention.ms', String(weekMs)],
    [timestampType, options.timestamps],
    ['compression.type', 'producer'],
    ['max.message.bytes', String(2 * 1024 * 1024)],
    // An append is on two brokers before it is acknowledged, and one may be down.
    ['min.insync.replicas', String(Math.max(1, options.replicas - 1))],
    ['unclean.leader.election.enable', 'false'],
  ]);
}

function timeSettings(stream: StreamName, retention: Retention | null): [string, string][] {
  const { kept } = streamDefinition(stream);
  if (kept.policy === 'latest') return times(-1, segmentMs);
  if (kept.policy === 'forever') return times(-1, weekMs);
  if (retention === null) return [];
  const keptMs = retention[kept.setting] - deletionLagMs;
  // A segment goes when its last record is old enough: its first one is older by up to a segment. Half is for an hour.
  const expiringSegmentMs = Math.min(segmentMs, keptMs / 2);
  return times(keptMs - expiringSegmentMs, expiringSegmentMs);
}

function times(retentionMs: number, eachSegmentMs: number): [string, string][] {
  return [
    ['retention.ms', String(retentionMs)],
    ['segment.ms', String(eachSegmentMs)],
  ];
}
