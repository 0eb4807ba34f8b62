import { OperatorError } from '../../errors/errors.ts';
import { partitionOf, type StreamName } from '../../events/streams.ts';
import type { EventLog, PartitionEnds } from '../../log/event-log.ts';
import { subjectOfRecordKey } from '../../log/records/log-entry.ts';
import { readHubId } from '../../log/sealing/check-secret-fingerprint.ts';
import type { BackupFolder } from '../folder/backup-folder.ts';
import {
  type BackupKeys,
  mergeWithdrawn,
  readDataKeyRecords,
  type Withdrawn,
} from '../folder/backup-keys.ts';
import type { BackupKeysLock } from '../folder/backup-lock.ts';
import { newestGoodDrill } from '../folder/drills.ts';
import { claimFile } from '../folder/folder-claim.ts';
import type { BackupList, ListedBackup } from '../folder/list-backups.ts';
import {
  type BackupPartition,
  type BackupSegment,
  backedUpStreams,
  backupFormat,
  type Manifest,
} from '../folder/manifest.ts';
import { findEarlierDataKeys } from '../keys/earlier-data-keys.ts';
import {
  type FoundKeys,
  hubsOfFolder,
  nextKeysNumber,
  readReplaceableKeys,
  trustedKeys,
} from '../keys/trusted-keys.ts';
import { compareWithLog } from './compare-with-log.ts';
import { type PartitionPlan, planPartition } from './plan-backup.ts';
import { selectBackupsToKeep } from './rotate-backups.ts';
import { findPartitionToContinue, hasUnknownSealedRecords, readLastRecordId } from './same-log.ts';
import { eraseFromSegments, type WriteSegmentsOptions, writeSegments } from './write-segments.ts';

export interface TakeBackupOptions {
  readonly folder: BackupFolder;
  readonly log: Pick<EventLog, 'ends' | 'read' | 'readColumns' | 'readPacks' | 'identity'>;
  readonly hubVersion: string;
  readonly kind: Manifest['kind'];
  /** Reads new segments back and compares them with the log, before the manifest is written. */
  readonly compares?: boolean;
  /** Reflects every record that the log had before the call. */
  readonly readWithdrawn: () => Promise<Withdrawn>;
  readonly lockKeys: BackupKeysLock;
  readonly readNextSequence: () => Promise<number>;
  readonly now: () => Date;
  /** Stops between two pages, without a manifest. */
  readonly signal: AbortSignal;
  readonly onBegin: (offsetsToRead: number) => void;
  readonly onRead: (stream: StreamName, step: { readonly records: number; readonly offsets: number }) => void;
}

export interface TakenBackup extends ListedBackup {
  /** Missing or damaged segments whose records were written again. */
  readonly mended: number;
  readonly deleted: number;
}

/**
 * Writes the new records since the newest backup of the same log, the current keys, and the
 * manifest last. Then deletes backups that the rotation does not keep. Only one backup may run at a
 * time on a folder.
 * @throws OperatorError when the folder fails or belongs to another hub or a later release, the log
 * lacks records, or a segment differs; LogUnavailable
 */
export async function takeBackup(options: TakeBackupOptions): Promise<TakenBackup> {
  const { folder, log } = options;
  const startedAt = options.now();
  const began = performance.now();
  const hub = await readHubId(log);
  const found = await folder.list();
  const foundKeys = await readReplaceableKeys(folder);
  requireOwn(folder, hub, found, foundKeys);
  await requireClaim(folder, hub);
  // Frees space before anything is written.
  await folder.clearUp(found);

  const erasedBefore = found.backups.map(({ manifest }) => manifest.erased);
  const keysBefore = trustedKeys(foundKeys, found.backups);
  const erased = unionOf(...erasedBefore, keysBefore?.erased, (await options.readWithdrawn()).erased);
  const plans = await planAll(options, found.backups);
  options.onBegin(plans.reduce((sum, { ends, from }) => sum + ends.end - from, 0));
  const partitions: BackupPartition[] = [];
  let bytes = 0;
  const onWritten = (more: number) => {
    bytes += more;
  };
  for (const plan of plans) partitions.push(await backUpPartition({ ...options, erased, onWritten }, plan));

  const earlier = { ...found, ends: plans.map(({ ends }) => ends) };
  const keys = await options.lockKeys((lost) =>
    copyKeys(options, { hub, knownErased: erased, earlier, lost }),
  );
  const manifest: Manifest = {
    format: backupFormat,
    kind: options.kind,
    taken_at: startedAt.toISOString(),
    hub_version: options.hubVersion,
    hub,
    log: await log.identity(),
    secret_fingerprint: folder.fingerprint ?? '',
    next_sequence: keys.next_sequence,
    keys_number: keys.number,
    erased: [...erased],
    partitions,
    records: segmentsOf(partitions).reduce((sum, { records }) => sum + records, 0),
    bytes,
    seconds: Math.round(performance.now() - began) / 1_000,
  };
  if (options.compares) await compareNew(options, manifest, plans);
  const file = await folder.addBackup(manifest);
  const taken = { file, manifest };
  const deleted = await rotate(folder, found, taken);
  return { ...taken, deleted, mended: plans.reduce((sum, { lostSegments }) => sum + lostSegments, 0) };
}

async function compareNew(
  { folder, log, signal }: TakeBackupOptions,
  manifest: Manifest,
  plans: readonly PartitionPlan[],
): Promise<void> {
  const known = new Set(plans.flatMap(({ kept }) => kept.map(({ file }) => file)));
  await compareWithLog({ folder, log, manifest, known, signal });
}

function requireOwn(folder: BackupFolder, hub: string, found: BackupList, keys: FoundKeys | null): void {
  if ([...hubsOfFolder(found, keys)].every((owner) => owner === hub)) return;
  throw new OperatorError(
    'other_hub',
    `${folder.path} holds backups of another hub: set BACKUP_DIR to a folder that only this hub uses`,
  );
}

/** Another hub may take its first backup at the same time, without a manifest yet. */
async function requireClaim(folder: BackupFolder, hub: string): Promise<void> {
  if ((await folder.claim(hub)) === hub) return;
  throw new OperatorError(
    'other_hub',
    `${folder.path} belongs to another hub, as ${claimFile} in it says: set BACKUP_DIR to a folder that only this hub uses, or delete that file if that hub is gone`,
  );
}

interface BackupPlan extends PartitionPlan {
  /** Erased subjects whose values the segments of the earlier backup lack. */
  readonly erasedBefore: ReadonlySet<string>;
}

async function planAll(options: TakeBackupOptions, backups: readonly ListedBackup[]): Promise<BackupPlan[]> {
  const { log } = options;
  // Membership last, so that it has every account and member that the other streams name.
  const others = backedUpStreams.filter((stream) => stream !== 'hub.membership');
  const ends = [...(await log.ends(others)), ...(await log.ends(['hub.membership']))];
  const plans: BackupPlan[] = [];
  for (const each of ends) {
    const before = await findPartitionToContinue(log, each, backups);
    const intact = await findIntact(options, before?.part.segments ?? []);
    const plan = planPartition(each, before?.part ?? null, ({ file }) => intact.has(file));
    plans.push({ ...plan, erasedBefore: new Set(before?.erased) });
  }
  return plans;
}

async function findIntact(
  { folder, signal }: TakeBackupOptions,
  segments: readonly BackupSegment[],
): Promise<Set<string>> {
  const intact = new Set<string>();
  for (const segment of segments) {
    signal.throwIfAborted();
    if (await folder.isIntact(segment)) intact.add(segment.file);
  }
  return intact;
}

async function backUpPartition(
  options: TakeBackupOptions & Pick<WriteSegmentsOptions, 'erased' | 'onWritten'>,
  { ends, kept, from, erasedBefore }: BackupPlan,
): Promise<BackupPartition> {
  const { stream, partition } = ends;
  const writing = { ...options, onRead: options.onRead.bind(null, stream) };
  const isHere = (subject: string) =>
    !erasedBefore.has(subject) && partitionOf(stream, subject) === partition;
  const rewrites = [...options.erased].some(isHere);
  const clean = rewrites ? await eraseFromSegments(writing, ends, kept) : kept;
  const next = clean.length < kept.length ? (clean.at(-1)?.to ?? ends.start) : from;
  const segments = [...clean, ...(await writeSegments(writing, ends, next))];
  return { ...ends, last_id: await readLastRecordId(options.log, ends), segments };
}

interface KeysCopied {
  readonly hub: string;
  readonly knownErased: ReadonlySet<string>;
  readonly earlier: BackupList & { readonly ends: readonly PartitionEnds[] };
  readonly lost: AbortSignal;
}

/**
 * Reads data keys after records, and erasures after data keys. So the erasures name the subject of
 * each data key that is destroyed in between.
 */
async function copyKeys(
  { folder, log, readWithdrawn, readNextSequence }: TakeBackupOptions,
  { hub, knownErased, earlier, lost }: KeysCopied,
): Promise<BackupKeys> {
  const now = await readReplaceableKeys(folder);
  const before = trustedKeys(now, earlier.backups);
  const found = await readDataKeyRecords(log, knownErased);
  const withdrawn = mergeWithdrawn(before, await readWithdrawn());
  const erased = unionOf(knownErased, withdrawn.erased);
  const records = found.filter(({ key }) => !erased.has(subjectOfRecordKey(key)));
  const left = findEarlierDataKeys(before, { records, erased });
  const keys: BackupKeys = {
    hub,
    number: nextKeysNumber(now, earlier.backups),
    ...withdrawn,
    erased: [...erased].sort(),
    next_sequence: Math.max(before?.next_sequence ?? 1, await readNextSequence()),
    records,
    earlier: left.length > 0 && (await needsEarlier(log, earlier)) ? left : [],
  };
  lost.throwIfAborted();
  await folder.writeKeys(keys);
  return keys;
}

async function needsEarlier(
  log: TakeBackupOptions['log'],
  { backups, refused, ends }: KeysCopied['earlier'],
): Promise<boolean> {
  // A refused backup may need the earlier data keys.
  if (refused.length > 0) return true;
  for (const { manifest } of backups) if (await hasUnknownSealedRecords(log, manifest, ends)) return true;
  return false;
}

function unionOf(...lists: readonly (Iterable<string> | undefined)[]): Set<string> {
  return new Set(lists.flatMap((list) => [...(list ?? [])]));
}

function segmentsOf(partitions: readonly BackupPartition[]) {
  return partitions.flatMap(({ segments }) => segments);
}

/** Deletes authentic backups only. */
async function rotate(folder: BackupFolder, found: BackupList, taken: ListedBackup): Promise<number> {
  const { backups } = found;
  const good = newestGoodDrill(await folder.readDrills(), Date.parse(taken.manifest.taken_at))?.file;
  const staying = selectBackupsToKeep([...backups, taken], taken, good);
  const going = backups.filter((backup) => !staying.includes(backup));
  for (const { file } of going) await folder.removeBackup(file);
  await folder.clearUp({ ...found, backups: staying });
  return going.length;
}
