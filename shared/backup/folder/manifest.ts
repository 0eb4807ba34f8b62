import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import { isKeptForever, type StreamName, streamNames } from '../../events/streams.ts';
import type { BackupSigner } from '../signing/backup-signer.ts';
import { type CheckedDocument, readSignedJson, writeSignedJson } from './checked-json.ts';

/**
 * A backup leaves out raw payloads, which are kept for hours only, and wrapped data keys
 * (`backup-keys.ts`).
 */
export const backedUpStreams: readonly StreamName[] = streamNames.filter(
  (stream) => stream !== 'hub.raw' && stream !== 'hub.keys',
);

/**
 * The format of a manifest and its new segments. Segments hold columns since format 2, and packs of
 * the log since format 3. Manifests are signed since format 4. A backup shares segments of earlier
 * backups, so readers detect the format of a segment from its content.
 */
export const backupFormat = 4;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Consecutive records of a partition in one file, with offsets from `from` on and below `to`. */
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
    /** The first offset that the log kept, and its next offset, when the backup was taken. */
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
    /**
     * The id of the newest record of the partition. The next backup recognizes the same log by this
     * id.
     */
    last_id: z.guid().nullable(),
    segments: z.array(BackupSegment),
  })
  .refine(isWhole, 'segments are missing');

export type BackupPartition = z.infer<typeof BackupPartition>;

const Manifest = z.strictObject({
  format: z.literal([1, 2, 3, backupFormat]),
  kind: z.enum(['manual', 'nightly']),
  taken_at: z.iso.datetime(),
  hub_version: z.string(),
  /** One id for the life of a hub, in any log; see `readHubId`. */
  hub: z.guid(),
  log: z.string(),
  secret_fingerprint: z.string(),
  /** The sequence of the next event of the feed: the base of the feed epoch plus the offset. */
  next_sequence: z.int().positive(),
  /** The number of `keys.zst` when the backup was taken; 0 in formats without it. */
  keys_number: z.int().nonnegative().default(0),
  /** Erased accounts and members. No segment holds their values. */
  erased: z.array(z.string()),
  partitions: z.array(BackupPartition),
  /** The number of records in the backup. */
  records: z.int().nonnegative(),
  /** The bytes that this backup wrote. It shares the rest with earlier backups. */
  bytes: z.int().nonnegative(),
  seconds: z.number().nonnegative(),
});

export type Manifest = z.infer<typeof Manifest>;

/**
 * @param signer null when the secret is not known
 * @throws OperatorError as `readSignedJson`, and `backup_misnamed` when the name of the file does
 * not fit the time in the manifest
 */
export function readManifest(
  file: string,
  text: string,
  signer: BackupSigner | null,
): CheckedDocument<Manifest> {
  const read = readSignedJson(file, text, {
    schema: Manifest,
    newest: backupFormat,
    signedSince: 4,
    kind: 'manifest',
    signer,
  });
  const name = manifestFile(new Date(read.document.taken_at));
  if (name === file) return read;
  throw new OperatorError(
    'backup_misnamed',
    `${file} is the manifest of ${name} under another name: rename it to ${name}, or delete it`,
  );
}

export function writeManifest(manifest: Manifest, signer: BackupSigner): string {
  return writeSignedJson('manifest', manifest, signer);
}

/**
 * `2026-11-23T03-00-00.000Z.json`: names sort by time, and hold no colon, because some file systems
 * refuse colons.
 */
export function manifestFile(takenAt: Date): string {
  return `${takenAt.toISOString().replaceAll(':', '-')}.json`;
}

export const manifestFilePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/;

/**
 * Whether a backup of the partition is complete. On a stream kept for ever, segments follow each
 * other from 0 to the end.
 */
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

/** Not derived from the schema of a partition, because that schema uses `isWhole`. */
interface SegmentsOfPartition {
  readonly stream: StreamName;
  readonly end: number;
  readonly segments: readonly BackupSegment[];
}
