import { z } from 'zod';
import { Category } from '../../domain/category.ts';
import type { EventLog, LogRecord } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import { readDataKeyStream } from '../../log/sealing/data-key-stream.ts';
import { type BackupSigner, signFrame, splitSignedFrame } from '../signing/backup-signer.ts';
import { type CheckedDocument, fingerprintIn, readCheckedJson, writeCheckedJson } from './checked-json.ts';
import { stateOfFile } from './file-state.ts';
import { compressText, decompressText, RecordLine, recordLineOf, recordOfLine } from './record-lines.ts';

/**
 * The wrapped data keys. One file serves all backups, so that no backup has a destroyed data key.
 */
export const backupKeysFile = 'keys.zst';
export const backupKeysBytesMax = 256 * 1024 * 1024;

/**
 * Stays 1 when the format of manifests rises, because an earlier release must read the file after a
 * downgrade. So no schema here is strict.
 */
const keysFormat = 1;

/** `with` names the members of the audience `selected`. */
const NarrowedSharing = z.object({
  account: z.string(),
  category: Category,
  audience: z.literal(['private', 'selected']),
  with: z.array(z.guid()),
});

export type NarrowedSharing = z.infer<typeof NarrowedSharing>;

const SharedBank = z.object({
  account: z.string(),
  audience: z.literal(['guild', 'selected']),
  with: z.array(z.guid()),
});

export type SharedBank = z.infer<typeof SharedBank>;

const KeptApiKey = z.object({
  key: z.guid(),
  categories: z.array(Category),
  /** Null for every account that its reader can see. */
  accounts: z.array(z.string()).nullable(),
  /** Epoch ms; null for never. */
  expires_at: z.int().nullable(),
});

export type KeptApiKey = z.infer<typeof KeptApiKey>;

/** `blocked` names the members that are not allowed to report the account. */
const KeptAccount = z.object({ account: z.string(), owner: z.guid().nullable(), blocked: z.array(z.guid()) });

export type KeptAccount = z.infer<typeof KeptAccount>;

/** Hashed with the hub secret, so that the file names nobody. Null without a chat id. */
const KeptChatId = z.object({ member: z.guid(), hash: z.base64().nullable() });

export type KeptChatId = z.infer<typeof KeptChatId>;

/** A restore does not give these rights back. */
const Withdrawn = z.object({
  /** All accounts and members that were ever erased. */
  erased: z.array(z.string()),
  revoked_keys: z.array(z.guid()),
  revoked_devices: z.array(z.guid()),
  left_members: z.array(z.guid()),
  admins: z.array(z.guid()),
  sharing: z.array(NarrowedSharing),
  /** All other banks are private. */
  shared_banks: z.array(SharedBank),
  // Nothing is known about missing ids.
  api_keys: z.array(KeptApiKey),
  accounts: z.array(KeptAccount),
  chat_ids: z.array(KeptChatId),
});

export type Withdrawn = z.infer<typeof Withdrawn>;

const KeyCopyDocument = z.object({
  format: z.literal(keysFormat),
  hub: z.guid(),
  secret_fingerprint: z.string(),
  number: z.int().nonnegative(),
  ...Withdrawn.shape,
  /** The value of the manifest; the highest of all backups. */
  next_sequence: z.int().positive(),
  records: z.array(RecordLine),
  earlier: z.array(RecordLine),
});

export interface BackupKeys extends Withdrawn {
  readonly hub: string;
  /** Rises with each write. A restore refuses a file with a lower number than a backup names. */
  readonly number: number;
  readonly next_sequence: number;
  /** In the order of the log. */
  readonly records: readonly LogRecord[];
  /** Data keys that the log lost (`findEarlierDataKeys`). */
  readonly earlier: readonly LogRecord[];
}

const place = { stream: 'hub.keys', partition: 0 } as const;

export async function packBackupKeys(
  { records, earlier, ...rest }: BackupKeys,
  signer: BackupSigner,
): Promise<Buffer> {
  const lines = { records: records.map(recordLineOf), earlier: earlier.map(recordLineOf) };
  const document = { format: keysFormat, secret_fingerprint: signer.fingerprint, ...rest, ...lines };
  return signFrame(await compressText(writeCheckedJson(document)), signer);
}

/** @throws OperatorError as `readCheckedJson` */
export async function unpackBackupKeys(
  bytes: Buffer,
  signer: BackupSigner | null,
): Promise<CheckedDocument<BackupKeys>> {
  const { content, signature } = splitSignedFrame(bytes);
  const text = await decompressText(content, backupKeysBytesMax).catch(() => '');
  const fingerprint = fingerprintIn(backupKeysFile, text);
  const state = stateOfFile({ kind: 'keys', content, signature, fingerprint }, signer);
  const options = { format: keysFormat, state };
  const document = readCheckedJson(backupKeysFile, text, KeyCopyDocument, options);
  const { format: _, secret_fingerprint: __, records, earlier, ...rest } = document;
  const read = (line: (typeof records)[number]) => recordOfLine(place, line);
  return { document: { ...rest, records: records.map(read), earlier: earlier.map(read) }, state };
}

/**
 * A hub may have forgotten the permanent withdrawals of `before`, as after the restore of an older
 * dump.
 */
export function mergeWithdrawn(before: Withdrawn | null, now: Withdrawn): Withdrawn {
  const both = (name: 'erased' | 'revoked_keys' | 'revoked_devices' | 'left_members') =>
    [...new Set([...(before?.[name] ?? []), ...now[name]])].sort();
  return {
    ...now,
    erased: both('erased'),
    revoked_keys: both('revoked_keys'),
    revoked_devices: both('revoked_devices'),
    left_members: both('left_members'),
  };
}

/** The newest record of each key, without destroyed data keys and erased subjects. */
export async function readDataKeyRecords(
  log: Pick<EventLog, 'ends' | 'read'>,
  erased: ReadonlySet<string>,
): Promise<LogRecord[]> {
  const newest = new Map<string, LogRecord>();
  await readDataKeyStream(log, 0, (record) => {
    newest.delete(record.key);
    if (record.value !== null && !erased.has(subjectOfRecordKey(record.key))) newest.set(record.key, record);
  });
  return [...newest.values()];
}
