import type { ReturnedAfterRestore } from '../../../../projections/access/directory/returned-after-restore.ts';
import {
  type BackupFolder,
  type ListedBackup,
  openBackupFolder,
} from '../../../../shared/backup/folder/backup-folder.ts';
import type { BackupKeys } from '../../../../shared/backup/folder/backup-keys.ts';
import { newestGoodDrill } from '../../../../shared/backup/folder/drills.ts';
import { newestBackup } from '../../../../shared/backup/folder/newest-backup.ts';
import { hubsOfFolder } from '../../../../shared/backup/keys/hubs-of-folder.ts';
import { dayMs, hourMs } from '../../../../shared/domain/durations.ts';
import { OperatorError } from '../../../../shared/errors/errors.ts';
import { readHubId } from '../../../../shared/log/sealing/check-secret-fingerprint.ts';
import { counted } from '../../terminal/progress-display.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { type Check, type Finding, findingOf, spanOf } from '../finding.ts';
import { faultsOfReturned, readReturned } from './returned-after-restore.ts';

/** Whether there is a backup of late that can be read and has its keys and segments, and one whose drill was good. */
export const backupCheck: Check = {
  name: 'backup',
  look: async (hub) => {
    const { BACKUP_DIR, BACKUP_DRILL } = hub.settings();
    const folder = openBackupFolder(BACKUP_DIR);
    const { backups: all, unreadable } = await folder.list();
    const { keys, problem: keysProblem } = await lookAtKeys(folder);
    const owners = hubsOfFolder(all, keys);
    const own = owners.size === 0 ? null : await ownId(hub);
    const backups = own === null ? all : all.filter(({ manifest }) => manifest.hub === own);
    const { begun } = await hub.database().one<{ begun: number | null }>({
      text: 'select (extract(epoch from min(applied_at)) * 1000)::bigint as begun from hub.migration',
    });
    const newest = newestBackup(backups, hub.now());
    const others = new Set(all.filter((backup) => !backups.includes(backup)).map(({ file }) => file));
    const drills = (await folder.readDrills()).filter(({ file }) => !others.has(file));
    const tried = backups.filter(({ file }) => drills.some((drill) => drill.file === file));
    const newestTried = newestBackup(tried, hub.now())?.file;
    const good = newestGoodDrill(drills, hub.now());
    return judgeBackup({
      folder: folder.path,
      newestAt: newest === null ? null : Date.parse(newest.manifest.taken_at),
      keysProblem: backups.length === 0 ? null : keysProblem,
      back: keys === null || keys.hub !== own ? null : await readReturned(hub, keys),
      lost: newest === null ? 0 : await countLost(folder, newest),
      isShared: own !== null && [...owners].some((owner) => owner !== own),
      unreadable: unreadable.length,
      wantsDrills: BACKUP_DRILL !== 'off',
      drilledAt: good === null ? null : Date.parse(good.at),
      problem: drills.find(({ file }) => file === newestTried)?.problem ?? null,
      begunAt: begun ?? hub.now(),
      now: hub.now(),
    });
  },
};

async function lookAtKeys(folder: BackupFolder): Promise<{ keys: BackupKeys | null; problem: KeysProblem }> {
  try {
    const keys = await folder.readKeys();
    return { keys, problem: keys === null ? 'missing' : null };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const problem = error.code === 'backup_damaged' ? 'damaged' : { unreadable: error.message };
    return { keys: null, problem };
  }
}

/** A large hub has thousands; a share on the network answers each in milliseconds. */
const looksAtOnce = 16;

async function countLost(folder: BackupFolder, { manifest }: ListedBackup): Promise<number> {
  const segments = manifest.partitions.flatMap((part) => part.segments);
  let lost = 0;
  for (let first = 0; first < segments.length; first += looksAtOnce) {
    const some = segments.slice(first, first + looksAtOnce);
    const there = await Promise.all(some.map((segment) => folder.hasSegment(segment)));
    lost += there.filter((isThere) => !isThere).length;
  }
  return lost;
}

/** Null where the log cannot tell, which is a finding of its own: how old the backups are is then said all the same. */
async function ownId(hub: ExaminedHub): Promise<string | null> {
  return Promise.try(() => readHubId(hub.log())).catch(() => null);
}

/** With why it cannot be read: its account, its disk, or a later release that wrote it. Null where nothing is wrong. */
type KeysProblem = 'missing' | 'damaged' | { readonly unreadable: string } | null;

/** What is said of backups is of this hub's own only. */
export interface BackupFacts {
  readonly folder: string;
  /** Whether the folder holds backups or keys of another hub, beside which none is taken. */
  readonly isShared: boolean;
  /** Times are epoch ms; null without a backup. */
  readonly newestAt: number | null;
  readonly unreadable: number;
  /** What is wrong with `keys.zst` beside backups. */
  readonly keysProblem: KeysProblem;
  /** What was withdrawn by what `keys.zst` says and is there again; null where nothing can be told. */
  readonly back: ReturnedAfterRestore | null;
  /** Segments of the newest backup that are missing or of another size. */
  readonly lost: number;
  /** Whether BACKUP_DRILL asks for any. */
  readonly wantsDrills: boolean;
  /** When a drill was last good; null without one. */
  readonly drilledAt: number | null;
  /** What the drill of the newest drilled backup found; null where it was good or there is none. */
  readonly problem: string | null;
  /** When the hub began. */
  readonly begunAt: number;
  readonly now: number;
}

/** Two nights, so that one that failed is no alarm by itself. */
const ageMaxMs = 48 * hourMs;

/** Drills are due each week at least. */
const drillAgeMaxMs = 8 * dayMs;

export function judgeBackup(facts: BackupFacts): Finding {
  const { folder, isShared, newestAt, unreadable, wantsDrills, drilledAt, problem, begunAt, now } = facts;
  const faults = [];
  const since = now - (newestAt ?? begunAt);
  if (isShared) {
    faults.push({
      what: `BACKUP_DIR holds backups of another hub, ${newestAt === null ? 'this one has none' : "beside this one's"}`,
      why: 'no backup is taken there any more, and the loss of a disk loses all that came since',
      fix: "set BACKUP_DIR to a folder of this hub's own",
    });
  }
  // Where another hub's stand in the way, one more try would be refused.
  if (since > ageMaxMs && !(isShared && newestAt === null)) {
    faults.push({
      what:
        newestAt === null ? `there is no backup in ${folder}` : `the newest backup is ${spanOf(since)} old`,
      why: 'the loss of a disk loses all that came since',
      fix: 'hub backup now; BACKUP_ENABLED=true takes one each night; copy BACKUP_DIR to another machine',
    });
  }
  if (unreadable > 0) {
    faults.push({
      what: `${counted(unreadable, 'backup')} in ${folder} cannot be read`,
      why: 'nothing can be restored from them, and nothing is cleared up beside them',
      fix: 'hub backup list says why; remove them, or copy them anew from another machine',
    });
  }
  faults.push(...faultsOfFiles(facts), ...faultsOfReturned(facts.back));
  if (problem !== null) {
    faults.push({
      what: `the drill of the newest backup failed (${problem})`,
      why: 'a hub that is restored from it is not the one that runs',
      fix: 'hub backup now, then hub backup verify FILE; if that fails too, hub projections verify and the log of the projector',
    });
  } else if (wantsDrills && newestAt !== null && now - (drilledAt ?? begunAt) > drillAgeMaxMs) {
    faults.push({
      what:
        drilledAt === null
          ? 'no backup was ever drilled'
          : `the last good drill is ${spanOf(now - drilledAt)} old`,
      why: 'nobody knows whether a hub can be restored',
      fix: 'hub backup verify FILE; BACKUP_ENABLED=true does it by night',
    });
  }
  const young = newestAt === null ? 'none yet, the hub is young' : `the newest is ${spanOf(since)} old`;
  return findingOf(faults, young);
}

/** What the newest backup needs of the folder and is not there. */
function faultsOfFiles({ keysProblem, lost }: BackupFacts) {
  const faults = [];
  if (typeof keysProblem === 'object' && keysProblem !== null) {
    // Nothing replaces it: who does not know whose keys these are leaves them.
    faults.push({
      what: `keys.zst beside the backups cannot be read (${keysProblem.unreadable})`,
      why: 'no backup is taken there any more, and an erasure no longer reaches those that are there',
      fix: 'let the account that runs the hub read it, or do what the reason says; then hub backup now',
    });
  } else if (keysProblem !== null) {
    faults.push({
      what: `keys.zst beside the backups is ${keysProblem}`,
      why: 'nothing opens what is in them',
      fix: 'hub backup now writes it anew',
    });
  }
  if (lost > 0) {
    faults.push({
      what: `${counted(lost, 'segment')} of the newest backup ${lost === 1 ? 'is' : 'are'} missing or cut`,
      why: 'no hub can be restored from it',
      fix: 'hub backup now writes them anew; look at the disk of BACKUP_DIR',
    });
  }
  return faults;
}
