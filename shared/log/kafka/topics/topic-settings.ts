import { hourMs } from '../../../domain/durations.ts';
import { type Retention, type StreamName, streamDefinition } from '../../../events/streams.ts';
import type { KafkaAddress } from '../../../settings/kafka-settings.ts';

/** Which time a record gets: the broker's time of the append, or during an import the writer's. */
export type Timestamps = 'LogAppendTime' | 'CreateTime';

/** Decides which records a topic keeps; a topic with another policy was not made by a hub. */
export const cleanupPolicy = 'cleanup.policy';
export const timestampType = 'message.timestamp.type';

const segmentMs = hourMs;
/** Kafka checks every 5 minutes and deletes a minute later; the rest is a reserve. */
const deletionLagMs = 10 * 60_000;
const weekMs = 168 * hourMs;
/** The most that Kafka takes for a time, and so no bound at all. */
const unlimitedMs = String(2n ** 63n - 1n);

/** How long after an erasure a broker begins at the latest to compact what was erased. */
export const compactionLagMs = 10 * 60_000;
/** The share of a topic that is not compacted above which a broker compacts it before `compactionLagMs` has passed. */
const dirtyRatio = 0.1;

/** The topic of a stream. */
export function topicName({ topicPrefix }: KafkaAddress, stream: StreamName): string {
  return `${topicPrefix}${stream}`;
}

export interface TopicSettingsOptions {
  readonly retention: Retention | null;
  readonly timestamps: Timestamps;
  readonly replicas: number;
  /** Less in tests. */
  readonly compactionLagMs?: number;
}

/** The settings of a stream's topic, by the catalogue. Without `retention` a topic that expires gets no times. */
export function topicSettings(
  stream: StreamName,
  options: TopicSettingsOptions,
): ReadonlyMap<string, string> {
  const { kept } = streamDefinition(stream);
  return new Map([
    [cleanupPolicy, kept.policy === 'latest' ? 'compact' : 'delete'],
    ...(kept.policy === 'latest' ? compaction(options.compactionLagMs ?? compactionLagMs) : []),
    ...timeSettings(stream, options.retention),
    // Explicit, because a cluster's default may limit topics by size.
    ['retention.bytes', '-1'],
    // A reader that was stopped for less than this still sees that a key was deleted.
    ['delete.retention.ms', String(weekMs)],
    [timestampType, options.timestamps],
    // An import keeps the times of any past, and of a clock that was ahead; by default Kafka 4 refuses those in over an hour.
    ['message.timestamp.before.max.ms', unlimitedMs],
    ['message.timestamp.after.max.ms', unlimitedMs],
    ['compression.type', 'producer'],
    ['max.message.bytes', String(2 * 1024 * 1024)],
    ['min.insync.replicas', String(minInSync(options.replicas))],
    ['unclean.leader.election.enable', 'false'],
  ]);
}

/**
 * With three replicas an append is on two brokers before it is acknowledged, and one broker may be down. Never more than
 * two: while a dead broker is replaced, Kafka reports old and new replicas together, as four of which two are in sync.
 */
function minInSync(replicas: number): number {
  return Math.max(1, Math.min(2, replicas - 1));
}

function timeSettings(stream: StreamName, retention: Retention | null): [string, string][] {
  const { kept } = streamDefinition(stream);
  if (kept.policy === 'latest') return times(-1, segmentMs);
  if (kept.policy === 'forever') return times(-1, weekMs);
  if (retention === null) return [];
  const keptMs = retention[kept.setting] - deletionLagMs;
  // A segment is deleted when its last record is old enough; its first record is older by up to `segment.ms`. Limits of
  // less than two hours are split in half.
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
