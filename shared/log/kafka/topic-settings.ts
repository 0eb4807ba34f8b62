import { hourMs } from '../../domain/durations.ts';
import { type Retention, type StreamName, streamDefinition } from '../../events/streams.ts';

/** Whose time a record gets: the broker's when it is appended, or the writer's, while records are imported. */
export type Timestamps = 'LogAppendTime' | 'CreateTime';

/** What decides which records a topic keeps; a topic that differs in it was not made by a hub. */
export const cleanupPolicy = 'cleanup.policy';

const segmentMs = hourMs;
/** Kafka deletes whole segments, after its check every 5 minutes and a delay of 1: a record outlives its limit by these. */
const deletionLagMs = segmentMs + 10 * 60_000;
const weekMs = 168 * hourMs;

/** The settings of a stream's topic, from the catalogue; those of time without `retention` left out. */
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
    ...retentionSetting(stream, options.retention),
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

function retentionSetting(stream: StreamName, retention: Retention | null): [string, string][] {
  const { kept } = streamDefinition(stream);
  if (kept.policy !== 'expires') return [['retention.ms', '-1']];
  if (retention === null) return [];
  return [['retention.ms', String(Math.max(segmentMs, retention[kept.setting] - deletionLagMs))]];
}
