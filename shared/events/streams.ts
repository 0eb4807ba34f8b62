/**
 * The retention of a stream: for ever, only the last record of each record key, or for the time of
 * a setting.
 */
export type StreamRetention =
  | { readonly policy: 'forever' }
  | { readonly policy: 'latest' }
  | { readonly policy: 'expires'; readonly setting: RetentionSetting };

const retentionFields = {
  RAW_PAYLOAD_RETENTION_HOURS: 'rawPayloadMs',
  LOCATION_RETENTION_DAYS: 'locationMs',
  TILE_TRAIL_DAYS: 'tileTrailMs',
  AUDIT_LOG_RETENTION_DAYS: 'auditLogMs',
} as const;

export type RetentionSetting = keyof typeof retentionFields;

/** The longest time for records of expiring streams. */
export type Retention = Readonly<Record<(typeof retentionFields)[RetentionSetting], number>>;

/** The longest time for the records of a stream, in ms. */
export function keptMsOf(
  { setting }: StreamRetention & { readonly policy: 'expires' },
  retention: Retention,
): number {
  return retention[retentionFields[setting]];
}

export interface StreamDefinition {
  /** Fixed for the life of a log: the partition of an account never changes. */
  readonly partitions: number;
  readonly kept: StreamRetention;
  /** Values can name a person. They are encrypted with a data key of their account or member. */
  readonly sealed: boolean;
}

const keyedPartitions = 12;
const forever: StreamRetention = { policy: 'forever' };
const latest: StreamRetention = { policy: 'latest' };
const expires = (setting: RetentionSetting): StreamRetention => ({ policy: 'expires', setting });

/**
 * Every stream of the log. The order of `hub.feed` is the order of the event feed, so it has one
 * partition.
 */
export const streams = {
  'hub.raw': { partitions: keyedPartitions, kept: expires('RAW_PAYLOAD_RETENTION_HOURS'), sealed: true },
  'hub.state': { partitions: keyedPartitions, kept: latest, sealed: false },
  'hub.holdings': { partitions: keyedPartitions, kept: latest, sealed: true },
  'hub.activity': { partitions: keyedPartitions, kept: forever, sealed: false },
  'hub.xp': { partitions: keyedPartitions, kept: forever, sealed: false },
  'hub.gear': { partitions: keyedPartitions, kept: forever, sealed: false },
  'hub.location': { partitions: keyedPartitions, kept: expires('LOCATION_RETENTION_DAYS'), sealed: false },
  'hub.tiles': { partitions: keyedPartitions, kept: expires('TILE_TRAIL_DAYS'), sealed: false },
  'hub.audit': { partitions: keyedPartitions, kept: expires('AUDIT_LOG_RETENTION_DAYS'), sealed: false },
  'hub.feed': { partitions: 1, kept: forever, sealed: true },
  'hub.membership': { partitions: 1, kept: forever, sealed: true },
  'hub.keys': { partitions: 1, kept: latest, sealed: false },
} as const satisfies Record<string, StreamDefinition>;

export type StreamName = keyof typeof streams;

export const streamNames = Object.keys(streams) as StreamName[];

/** The definition under its general type, for code that handles any stream. */
export function streamDefinition(stream: StreamName): StreamDefinition {
  return streams[stream];
}

/**
 * Whether no record of a stream is ever deleted. Offsets then have no gaps, and a missing record is
 * a loss.
 */
export function isKeptForever(stream: StreamName): boolean {
  return streamDefinition(stream).kept.policy === 'forever';
}

/** The partition of an account in a stream: FNV-1a over the id, the same on every log for ever. */
export function partitionOf(stream: StreamName, subject: string): number {
  const { partitions } = streamDefinition(stream);
  if (partitions === 1) return 0;
  let hash = 0x811c9dc5;
  for (let index = 0; index < subject.length; index += 1) {
    hash = Math.imul(hash ^ subject.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % partitions;
}

export interface Partition {
  readonly stream: StreamName;
  readonly partition: number;
}

/**
 * The name of a partition, or of the partition of a record or position, in maps and messages. For
 * example `hub.feed/0`.
 */
export function partitionName({ stream, partition }: Partition): string {
  return `${stream}/${partition}`;
}
