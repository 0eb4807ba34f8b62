import { z } from 'zod';
import { OperatorError } from '../../errors/errors.ts';
import { isKeptForever, type StreamName, streamNames } from '../../events/streams.ts';
import type { BackupSigner } from '../signing/backup-signer.ts';
import { type CheckedDocument, readSignedJson, writeSignedJson } from './checked-json.ts';

/**
 * Leaves out raw payloads, which are kept for hours only, and wrapped data keys (`backup-keys.ts`).
 */
export const backedUpStreams: readonly StreamName[] = streamNames.filter(
  (stream) => stream !== 'hub.raw' && stream !== 'hub.keys',
);

/** Segments have their own formats (`segment-content.ts`). */
export const backupFormat = 4;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Offsets from `from` on and below `to`. */
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
    /** The ends of the log when the backup was taken. */
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
    /** By this id, the next backup recognizes the same log. */
    last_id: z.guid().nullable(),
    segments: z.array(BackupSegment),
  })
  .refine(isWhole, 'segments are missing');

export type BackupPartition = z.infer<typeof BackupPartition>;

const Manifest = z.strictObject({
  format: z.literal(backupFormat),
  kind: z.enum(['manual', 'nightly']),
  taken_at: z.iso.datetime(),
  hub_version: z.string(),
  /** One id for the life of a hub, in any log (`readHubId`). */
  hub: z.guid(),
  log: z.string(),
  secret_fingerprint: z.string(),
  /** The base of the feed epoch plus the offset of the next event. */
  next_sequence: z.int().positive(),
  /** The number of `keys.zst` when the backup was taken. */
  keys_number: z.int().nonnegative(),
  /** No segment holds their values. */
  erased: z.array(z.string()),
  partitions: z.array(BackupPartition),
  records: z.int().nonnegative(),
  /** Without the segments of earlier backups. */
  bytes: z.int().nonnegative(),
  seconds: z.number().nonnegative(),
});

export type Manifest = z.infer<typeof Manifest>;

/**
 * @throws OperatorError as `readSignedJson`, and `backup_misnamed` when the name of the file does
 * not fit `taken_at`
 */
export function readManifest(
  file: string,
  text: string,
  signer: BackupSigner | null,
): CheckedDocument<Manifest> {
  const read = readSignedJson(file, text, {
    schema: Manifest,
    format: backupFormat,
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

/** `2026-11-23T03-00-00.000Z.json`: names sort by time. Some file systems refuse colons. */
export function manifestFile(takenAt: Date): string {
  return `${takenAt.toISOString().replaceAll(':', '-')}.json`;
}

export const manifestFilePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.json$/;

/** On a stream kept for ever, segments follow each other from 0 to the end. */
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

/** The schema of a partition uses `isWhole`, so this type cannot come from the schema. */
interface SegmentsOfPartition {
  readonly stream: StreamName;
  readonly end: number;
  readonly segments: readonly BackupSegment[];
}
