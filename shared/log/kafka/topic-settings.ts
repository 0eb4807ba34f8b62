import { type RetentionSetting, type StreamName, streamDefinition } from '../../events/streams.ts';

/** How long expiring streams are promised to be kept at most, ms. */
export type Retention = Readonly<Record<RetentionSetting, number>>;

/** Whose time a record gets: the broker's when it is appended, or the writer's, while records are imported. */
export type Timestamps = 'LogAppendTime' | 'CreateTime';

/** What decides which records a topic keeps; a topic that differs in it was not made by a hub. */
export const cleanupPolicy = 'cleanup.policy';

const hourMs = 3_600_000;
const segmentMs = hourMs;
/** Kafka deletes whole segments, after its check every 5 minutes and a delay of 1: a record outlives its limit by these. */
const deletionLagMs = segmentMs + 10 * 60_000;
const weekMs = 168 * hourMs;

/** The settings of a stream's topic, from the catalogue. */
export function topicSettings(
  stream: StreamName,
  options: { readonly retention: Retention; readonly timestamps: Timestamps; readonly replicas: number },
): ReadonlyMap<string, string> {
  const { kept } = streamDefinition(stream);
  const retentionMs =
    kept.policy === 'expires' ? Math.max(segmentMs, options.retention[kept.setting] - deletionLagMs) : -1;
  return new Map([
    [cleanupPolicy, kept.policy === 'latest' ? 'compact' : 'delete'],
    ['retention.ms', String(retentionMs)],
    // A cluster may bound its topics by size, too.
    ['retention.bytes', '-1'],
    ['segment.ms', String(kept.policy === 'forever' ? weekMs : segmentMs)],
    // A reader that was away for less than this still sees that a key is gone.
    ['delete.retention.ms', String(weekMs)],
    ['message.timestamp.type', options.timestamps],
    ['compression.type', 'producer'],
    ['max.message.bytes', String(2 * 1024 * 1024)],
    // An append is on two brokers before it is acknowledged, and one may be down.
    ['min.insync.replicas', String(Math.max(1, options.replicas - 1))],
    ['unclean.leader.election.enable', 'false'],
  ]);
}
