import type { ReturnedAfterRestore } from '../../../../projections/access/directory/returned-after-restore.ts';
import type { FolderProblem } from '../../../../shared/backup/folder/folder-problem.ts';
import { dayMs, hourMs } from '../../../../shared/domain/durations.ts';
import { counted } from '../../terminal/progress-display.ts';
import { type Fault, type Finding, findingOf, spanOf } from '../finding.ts';
import { faultsOfReturned } from './returned-after-restore.ts';

/** With why it cannot be read: its account, its disk, or a later release that wrote it. Null where nothing is wrong. */
export type KeysProblem =
  | 'missing'
  | 'damaged'
  | 'unsigned'
  | 'forged'
  | 'replaced'
  | { readonly unreadable: string }
  | null;

/** Facts about authentic backups of this hub, unless a field says otherwise. */
export interface BackupFacts {
  readonly folder: string;
  /** Whether the folder holds backups or keys of another hub. Then no backup is taken there. */
  readonly isShared: boolean;
  /** Times are epoch ms; null without a backup. */
  readonly newestAt: number | null;
  /** The number of manifests that cannot be read. */
  readonly unreadable: number;
  /** The number of manifests without a valid signature. */
  readonly forged: number;
  /** The number of backups of releases without signatures. */
  readonly unsigned: number;
  /** Why the next backup is likely to fail. */
  readonly problemOfFolder: FolderProblem | null;
  /** The problem of `keys.zst` in a folder with backups. */
  readonly keysProblem: KeysProblem;
  /** Withdrawals in `keys.zst` that this hub does not have; null when nothing is known. */
  readonly back: ReturnedAfterRestore | null;
  /** Segments of the newest backup that are missing or of another size. */
  readonly lost: number;
  /** Whether BACKUP_DRILL asks for any. */
  readonly wantsDrills: boolean;
  /** When a drill was last good; null without one. */
  readonly drilledAt: number | null;
  /** The result of a failed drill of the newest drilled backup; null for a good drill, and without a drill. */
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
  const { folder, isShared, newestAt, unsigned, problemOfFolder, begunAt, now } = facts;
  const faults: Fault[] = [];
  const since = now - (newestAt ?? begunAt);
  if (isShared) {
    faults.push({
      what: `BACKUP_DIR holds backups of another hub, ${newestAt === null ? 'this one has none' : "beside this one's"}`,
      why: 'no backup is taken there any more, and the loss of a disk loses all that came since',
      fix: "set BACKUP_DIR to a folder of this hub's own",
    });
  }
  // Next to another hub's backups, one more try would be refused.
  if (since > ageMaxMs && !(isShared && newestAt === null)) {
    faults.push({
      what:
        newestAt === null ? `there is no backup in ${folder}` : `the newest backup is ${spanOf(since)} old`,
      why: 'the loss of a disk loses all that came since',
      fix: 'hub backup now; BACKUP_ENABLED=true takes one each night; copy BACKUP_DIR to another machine',
    });
  }
  if (problemOfFolder !== null) {
    faults.push({
      what: problemOfFolder.problem,
      why: 'the next backup will fail',
      fix: problemOfFolder.fix,
    });
  }
  faults.push(...faultsOfManifests(facts), ...faultsOfFiles(facts), ...faultsOfReturned(facts.back));
  faults.push(...faultsOfDrills(facts));
  const young = newestAt === null ? 'none yet, the hub is young' : `the newest is ${spanOf(since)} old`;
  const earlier = `; ${counted(unsigned, 'backup')} of a release without signatures: delete them when you no longer need them`;
  return findingOf(faults, unsigned === 0 ? young : `${young}${earlier}`);
}

function faultsOfManifests({ folder, unreadable, forged }: BackupFacts): Fault[] {
  const faults: Fault[] = [];
  if (unreadable > 0) {
    faults.push({
      what: `${counted(unreadable, 'backup')} in ${folder} cannot be read`,
      why: 'nothing can be restored from them',
      fix: 'hub backup list says why; remove them, or copy them again from another machine',
    });
  }
  if (forged > 0) {
    faults.push({
      what: `${counted(forged, 'backup')} in ${folder} ${forged === 1 ? 'has' : 'have'} no valid signature of this hub`,
      why: 'somebody without HUB_SECRET changed or wrote them, and they are never used',
      fix: 'find out who can write to BACKUP_DIR; hub backup list names them; remove them, or copy them again from another machine',
    });
  }
  return faults;
}

/** Each problem of `keys.zst` with what it means. */
const keysFaults: Readonly<Record<Extract<KeysProblem, string>, Fault>> = {
  missing: keysFault('missing', 'nothing opens what is in them'),
  damaged: keysFault('damaged', 'nothing opens what is in them'),
  unsigned: keysFault('not signed', 'a restore needs --accept-unsigned'),
  forged: keysFault('forged', 'somebody without HUB_SECRET changed it, and no restore uses it'),
  replaced: keysFault('older than the backups', 'somebody put an older file back, and no restore uses it'),
};

function keysFault(what: string, why: string): Fault {
  return { what: `keys.zst beside the backups is ${what}`, why, fix: 'hub backup now writes it again' };
}

/** Files that the newest backup needs and does not have. */
function faultsOfFiles({ keysProblem, lost }: BackupFacts): Fault[] {
  const faults: Fault[] = [];
  if (typeof keysProblem === 'object' && keysProblem !== null) {
    // Nothing replaces the file, because it may hold the keys of another hub.
    faults.push({
      what: `keys.zst beside the backups cannot be read (${keysProblem.unreadable})`,
      why: 'no backup is taken there any more, and an erasure no longer reaches those that are there',
      fix: 'let the account that runs the hub read it, or do what the reason says; then hub backup now',
    });
  } else if (keysProblem !== null) {
    faults.push(keysFaults[keysProblem]);
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

function faultsOfDrills({ newestAt, wantsDrills, drilledAt, problem, begunAt, now }: BackupFacts): Fault[] {
  if (problem !== null) {
    return [
      {
        what: `the drill of the newest backup failed (${problem})`,
        why: 'a hub that is restored from it is not the one that runs',
        fix: 'hub backup now, then hub backup verify FILE; if that fails too, hub projections verify and the log of the projector',
      },
    ];
  }
  if (!wantsDrills || newestAt === null || now - (drilledAt ?? begunAt) <= drillAgeMaxMs) return [];
  return [
    {
      what:
        drilledAt === null
          ? 'no backup was ever drilled'
          : `the last good drill is ${spanOf(now - drilledAt)} old`,
      why: 'nobody knows whether a hub can be restored',
      fix: 'hub backup verify FILE; BACKUP_ENABLED=true does it by night',
    },
  ];
}
