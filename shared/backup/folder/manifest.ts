import { z } from 'zod';
import { isKeptForever, type StreamName, streamNames } from '../../events/streams.ts';
import { readCheckedJson, writeCheckedJson } from './checked-json.ts';

/** Payloads as received are kept for hours, so a backup does without them; wrapped keys are kept apart (`key-copy.ts`). */
export const backedUpStreams: readonly StreamName[] = streamNames.filter(
  (stream) => stream !== 'hub.raw' && stream !== 'hub.keys',
);

/**
 * The format of a manifest and of the segments that were written with it: 2 since segments hold columns, 3 since they hold
 * packs of the log where it has them. Each segment is read by what it holds, since a backup shares those of the ones before it.
 */
export const backupFormat = 3;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Consecutive records of a partition in a file of their own: those with offsets from `from` up to, not with, `to`. */
const BackupSegment = z.strictObject({
  /** In the folder `segments`. */
  file: z.string().regex(/^hub\.[a-z]+-\d+-\d+-\d+(-[0-9a-f]{16})?\.zst$/),
  from: z.int().nonnegative(),
  to: z.int().positive(),
  records: z.int().positive(),
  bytes: z.int().positive(),
  sha256,
});

export type BackupSegment = z.infer<typeof BackupSegment>;

const BackupPartition = z
  .strictObject({
    stream: z.enum(streamNames),
    partition: z.int().nonnegative(),
    /** First kept and next offset of the log when the backup was taken. */
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
    /** The id of the newest record that the log had, by which the next backup knows that it is the same log. */
    last_id: z.guid().nullable(),
    segments: z.array(BackupSegment),
  })
  .refine(isWhole, 'segments are missing');

export type BackupPartition = z.infer<typeof BackupPartition>;

const Manifest = z.strictObject({
  format: z.literal([1, 2, backupFormat]),
  kind: z.enum(['manual', 'nightly']),
  taken_at: z.iso.datetime(),
  hub_version: z.string(),
  /** One id for the life of a hub, whatever log it is in; see `readHubId`. */
  hub: z.guid(),
  log: z.string(),
  secret_fingerprint: z.string(),
  /** The sequence of the next event of the feed: its epoch's base plus its offset. */
  next_sequence: z.int().positive(),
  /** Accounts and members of whom no segment holds a value. */
  erased: z.array(z.string()),
  partitions: z.array(BackupPartition),
  /** All records of the backup. */
  records: z.int().nonnegative(),
  /** What this backup wrote; the rest it shares with those before it. */
  bytes: z.int().nonnegative(),
  seconds: z.number().nonnegative(),
});

export type Manifest = z.infer<typeof Manifest>;

export function readManifest(file: string, text: string): Manifest {
  return readCheckedJson(file, text, Manifest, backupFormat);
}

export function writeManifest(manifest: Manifest): string {
  return writeCheckedJson(manifest);
}

/** `2026-11-23T03-00-00.000Z.json`: names sort by time, and hold no colon, which some file systems refuse. */
export function manifestFile(takenAt: Date): string {
  return `${takenAt.toISOString().replaceAll(':', '-')}.json`;
}

export const manifestFilePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/;

/** Whether a backup of the partition lacks nothing: of a stream kept for ever, segments lie end to end from 0 to the end. */
function isWhole({ stream, end, segments }: SegmentsOfPartition): boolean {
  const isForever = isKeptForever(stream);
  const past = segments.at(-1)?.to ?? 0;
  return (
    (isForever ? past === end : past <= end) &&
    segments.every(({ from, to, records }, index) => {
      const before = segments[index - 1]?.to ?? (isForever ? 0 : from);
      return from < to && (isForever ? from === before && records === to - from : from >= before);
    })
  );
}

/** Not taken from the schema of a partition, which asks `isWhole`. */
interface SegmentsOfPartition {
  readonly stream: StreamName;
  readonly end: number;
  readonly segments: readonly BackupSegment[];
}
