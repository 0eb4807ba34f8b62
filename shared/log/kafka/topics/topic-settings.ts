import { hourMs } from '../../../domain/durations.ts';
import { keptMsOf, type Retention, type StreamName, streamDefinition } from '../../../events/streams.ts';
import type { KafkaAddress } from '../../../settings/kafka-settings.ts';

/** The time of a record: from the broker, or during an import from the writer. */
export type TopicTimestamps = 'LogAppendTime' | 'CreateTime';

export const cleanupPolicy = 'cleanup.policy';
export const timestampType = 'message.timestamp.type';

const segmentMs = hourMs;
/** Kafka checks every 5 minutes and deletes a minute later. */
const deletionLagMs = 10 * 60_000;
const weekMs = 168 * hourMs;
const unlimitedMs = String(2n ** 63n - 1n);

/** The longest time from an erasure to the compaction of the erased records. */
export const compactionLagMs = 10 * 60_000;
/** A topic is compacted earlier when more than this share was never compacted. */
const dirtyRatio = 0.1;

export function topicName({ topicPrefix }: KafkaAddress, stream: StreamName): string {
  return `${topicPrefix}${stream}`;
}

export interface TopicSettingsOptions {
  readonly retention: Retention | null;
  readonly timestamps: TopicTimestamps;
  readonly replicas: number;
  /** Less in tests. */
  readonly compactionLagMs?: number;
}

/**
 * Without `retention`, the topic of an expiring stream gets no `retention.ms` and no `segment.ms`.
 */
export function topicSettings(
  stream: StreamName,
  options: TopicSettingsOptions,
): ReadonlyMap<string, string> {
  const { kept } = streamDefinition(stream);
  return new Map([
    [cleanupPolicy, kept.policy === 'latest' ? 'compact' : 'delete'],
    ...(kept.policy === 'latest' ? compaction(options.compactionLagMs ?? compactionLagMs) : []),
    ...timeSettings(stream, options.retention),
    // The default of a cluster may limit topics by size.
    ['retention.bytes', '-1'],
    // A reader that was stopped for less time still sees that a record key was deleted.
    ['delete.retention.ms', String(weekMs)],
    [timestampType, options.timestamps],
    // An import keeps any time. The default of Kafka 4 refuses times of a clock that was ahead.
    ['message.timestamp.before.max.ms', unlimitedMs],
    ['message.timestamp.after.max.ms', unlimitedMs],
    ['compression.type', 'producer'],
    ['max.message.bytes', String(2 * 1024 * 1024)],
    ['min.insync.replicas', String(minInSync(options.replicas))],
    ['unclean.leader.election.enable', 'false'],
  ]);
}

/**
 * With three replicas, one broker may be down. At most two: while a dead broker is replaced, Kafka
 * counts old and new replicas together.
 */
function minInSync(replicas: number): number {
  return Math.max(1, Math.min(2, replicas - 1));
}

function timeSettings(stream: StreamName, retention: Retention | null): [string, string][] {
  const { kept } = streamDefinition(stream);
  if (kept.policy === 'latest') return times(-1, segmentMs);
  if (kept.policy === 'forever') return times(-1, weekMs);
  if (retention === null) return [];
  const keptMs = keptMsOf(kept, retention) - deletionLagMs;
  // Kafka deletes a log segment when its last record is old enough. Its first record is older by up
  // to `segment.ms`. Below two hours, both settings get half, so that `retention.ms` is above 0.
  const expiringSegmentMs = Math.min(segmentMs, keptMs / 2);
  return times(keptMs - expiringSegmentMs, expiringSegmentMs);
}

function compaction(lagMs: number): [string, string][] {
  return [
    ['max.compaction.lag.ms', String(lagMs)],
    ['min.cleanable.dirty.ratio', String(dirtyRatio)],
  ];
}

function times(retentionMs: number, eachSegmentMs: number): [string, string][] {
  return [
    ['retention.ms', String(retentionMs)],
    ['segment.ms', String(eachSegmentMs)],
  ];
}
