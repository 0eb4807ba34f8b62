import { z } from 'zod';
import { Category } from '../../domain/category.ts';
import type { EventLog, LogRecord } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import { readDataKeyStream } from '../../log/sealing/data-key-stream.ts';
import { readCheckedJson, writeCheckedJson } from './checked-json.ts';
import { compressText, decompressText, RecordLine, recordLineOf, recordOfLine } from './record-lines.ts';

/** The file of the wrapped data keys. There is one for all backups, so that a key that was destroyed is in none of them. */
export const backupKeysFile = 'keys.zst';
/** Bounds the file and what it unpacks to: keys of half a million accounts. */
export const backupKeysBytesMax = 256 * 1024 * 1024;

/**
 * Apart from that of manifests: a release that goes back to an older backup opens it with the keys of now. So no schema here is
 * strict: what a later release adds is left out.
 */
const keyCopyFormat = 1;

/** Who may see a category of an account; `with` are the members of the audience `selected`. */
const NarrowedSharing = z.object({
  account: z.string(),
  category: Category,
  audience: z.literal(['private', 'selected']),
  with: z.array(z.guid()),
});

export type NarrowedSharing = z.infer<typeof NarrowedSharing>;

/** What a key that is not revoked may read. */
const KeptApiKey = z.object({
  key: z.guid(),
  categories: z.array(Category),
  /** Null: every account that its reader can see. */
  accounts: z.array(z.string()).nullable(),
  /** Epoch ms; null: never. */
  expires_at: z.int().nullable(),
});

export type KeptApiKey = z.infer<typeof KeptApiKey>;

/** Whose an account is, and who may not report it. */
const KeptAccount = z.object({
  account: z.string(),
  owner: z.guid().nullable(),
  blocked: z.array(z.guid()),
});

export type KeptAccount = z.infer<typeof KeptAccount>;

/** A hash of an active member's chat id, keyed with the hub's secret: the file names nobody. Null for a member without one. */
const KeptChatId = z.object({ member: z.guid(), hash: z.base64().nullable() });

export type KeptChatId = z.infer<typeof KeptChatId>;

/** What was taken back or narrowed, by ids: no backup gives it again. */
const Withdrawn = z.object({
  /** Accounts and members that were erased, whatever backup they are in. */
  erased: z.array(z.string()),
  revoked_keys: z.array(z.guid()),
  revoked_devices: z.array(z.guid()),
  left_members: z.array(z.guid()),
  /** Who is an admin now: everybody else was unmarked. Null in a copy from before there were admins. */
  admins: z.array(z.guid()).nullable().default(null),
  /** What not the whole guild may see. */
  sharing: z.array(NarrowedSharing),
  // Of whom these do not name nothing is known, as in a copy from before they were kept.
  api_keys: z.array(KeptApiKey).default([]),
  accounts: z.array(KeptAccount).default([]),
  chat_ids: z.array(KeptChatId).default([]),
});

export type Withdrawn = z.infer<typeof Withdrawn>;

const KeyCopyDocument = z.object({
  format: z.literal(keyCopyFormat),
  hub: z.guid(),
  ...Withdrawn.shape,
  /** As in the manifest, and of all backups the highest. */
  next_sequence: z.int().positive(),
  records: z.array(RecordLine),
  earlier: z.array(RecordLine).default([]),
});

/** What a restore takes from now instead of from the time of its backup. */
export interface BackupKeys extends Withdrawn {
  readonly hub: string;
  readonly next_sequence: number;
  /** The records of `hub.keys`, in the order of the log. */
  readonly records: readonly LogRecord[];
  /** Data keys that the log has no more, of backups from before an older dump was put back; see `findEarlierDataKeys`. */
  readonly earlier: readonly LogRecord[];
}

const place = { stream: 'hub.keys', partition: 0 } as const;

export function packBackupKeys({ records, earlier, ...rest }: BackupKeys): Promise<Buffer> {
  const lines = { records: records.map(recordLineOf), earlier: earlier.map(recordLineOf) };
  return compressText(writeCheckedJson({ format: keyCopyFormat, ...rest, ...lines }));
}

/** @throws OperatorError as `readCheckedJson` */
export async function unpackBackupKeys(bytes: Buffer): Promise<BackupKeys> {
  const text = await decompressText(bytes, backupKeysBytesMax).catch(() => '');
  const document = readCheckedJson(backupKeysFile, text, KeyCopyDocument, keyCopyFormat);
  const { format: _, records, earlier, ...rest } = document;
  const read = (line: (typeof records)[number]) => recordOfLine(place, line);
  return { ...rest, records: records.map(read), earlier: earlier.map(read) };
}

/**
 * What was withdrawn by now. What is withdrawn for ever stays so, also where the hub does not know it any more, as after
 * an older dump was restored; everything else is as it is now.
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

/** The newest record of each key of `hub.keys`, without destroyed ones and those of these subjects. */
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
