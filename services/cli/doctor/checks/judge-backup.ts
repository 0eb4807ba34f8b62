import type { FolderProblem } from '../../../../shared/backup/folder/folder-problem.ts';
import { dayMs, hourMs } from '../../../../shared/domain/durations.ts';
import { counted } from '../../terminal/progress-display.ts';
import { type Fault, type Finding, findingOf, spanOf } from '../finding.ts';
import { type ComparedKeys, faultsOfReturned } from './returned-after-restore.ts';

/** The problem of `keys.zst`. `unreadable` says why the file cannot be read. */
export type KeysProblem =
  | 'missing'
  | 'damaged'
  | 'forged'
  | 'replaced'
  | { readonly unreadable: string }
  | null;

/** Facts about authentic backups of this hub, except where a field says otherwise. */
export interface BackupFacts extends ComparedKeys {
  readonly folder: string;
  /** Whether the folder holds backups or keys of another hub. Then no backup is taken there. */
  readonly isShared: boolean;
  /** Null without a backup. All times are epoch ms. */
  readonly newestAt: number | null;
  readonly unreadableManifests: number;
  /** Without a valid signature. */
  readonly forgedManifests: number;
  readonly problemOfFolder: FolderProblem | null;
  readonly keysProblem: KeysProblem;
  /** Missing from the newest backup, or with the wrong size. */
  readonly lostSegments: number;
  readonly wantsDrills: boolean;
  /** Null without a good drill. */
  readonly drilledAt: number | null;
  /** The failure of the newest drilled backup; null after a good drill or without a drill. */
  readonly problem: string | null;
  readonly begunAt: number;
  readonly now: number;
}

/** Two nights, so that one failed backup is no alarm. */
const ageMaxMs = 48 * hourMs;

/** Drills run at least weekly. */
const drillAgeMaxMs = 8 * dayMs;

export function judgeBackup(facts: BackupFacts): Finding {
  const { folder, isShared, newestAt, problemOfFolder, begunAt, now } = facts;
  const faults: Fault[] = [];
  const since = now - (newestAt ?? begunAt);
  if (isShared) {
    faults.push({
      what: `BACKUP_DIR holds backups of another hub, ${newestAt === null ? 'this hub has none' : 'and of this hub'}`,
      why: 'no backup is taken there now, and the loss of a disk loses all newer data',
      fix: 'set BACKUP_DIR to a folder that only this hub uses',
    });
  }
  // In a folder with only another hub's backups, a backup would fail.
  if (since > ageMaxMs && !(isShared && newestAt === null)) {
    faults.push({
      what:
        newestAt === null ? `there is no backup in ${folder}` : `the newest backup is ${spanOf(since)} old`,
      why: 'the loss of a disk loses all newer data',
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
  const none = 'none yet, a fault after 2 days; BACKUP_ENABLED=true takes one each night';
  return findingOf(faults, newestAt === null ? none : `the newest is ${spanOf(since)} old`);
}

function faultsOfManifests({ folder, unreadableManifests, forgedManifests }: BackupFacts): Fault[] {
  const faults: Fault[] = [];
  if (unreadableManifests > 0) {
    faults.push({
      what: `${counted(unreadableManifests, 'backup')} in ${folder} cannot be read`,
      why: 'no hub can be restored from such a backup',
      fix: 'hub backup list says why; remove them, or copy them again from another machine',
    });
  }
  if (forgedManifests > 0) {
    faults.push({
      what: `${counted(forgedManifests, 'backup')} in ${folder} ${forgedManifests === 1 ? 'has' : 'have'} no valid signature of this hub`,
      why: 'somebody without HUB_SECRET changed or wrote such a backup, and no command uses it',
      fix: 'find out who can write to BACKUP_DIR; hub backup list names them; remove them, or copy them again from another machine',
    });
  }
  return faults;
}

const keysFaults: Readonly<Record<Extract<KeysProblem, string>, Fault>> = {
  missing: keysFault('missing', 'nothing can open the backups'),
  damaged: keysFault('damaged', 'nothing can open the backups'),
  forged: keysFault('forged', 'somebody without HUB_SECRET changed it, and no restore uses it'),
  replaced: keysFault('older than the backups', 'somebody put an older file back, and no restore uses it'),
};

function keysFault(what: string, why: string): Fault {
  return { what: `keys.zst in the backup folder is ${what}`, why, fix: 'hub backup now writes it again' };
}

function faultsOfFiles({ keysProblem, openErasures, lostSegments }: BackupFacts): Fault[] {
  const faults: Fault[] = [];
  if (openErasures > 0) {
    faults.push({
      what: `keys.zst in the backup folder does not have ${counted(openErasures, 'erasure')}`,
      why: 'backups can open erased data',
      fix: 'hub backup now',
    });
  }
  if (typeof keysProblem === 'object' && keysProblem !== null) {
    // Nothing replaces the file, because it may hold the keys of another hub.
    faults.push({
      what: `keys.zst in the backup folder cannot be read (${keysProblem.unreadable})`,
      why: 'no backup is taken there now, and erasures do not reach the existing backups',
      fix: 'let the user that runs the hub read the file, or fix the reason; then hub backup now',
    });
  } else if (keysProblem !== null) {
    faults.push(keysFaults[keysProblem]);
  }
  if (lostSegments > 0) {
    faults.push({
      what: `${counted(lostSegments, 'segment')} of the newest backup ${lostSegments === 1 ? 'is' : 'are'} missing or cut`,
      why: 'no hub can be restored from it',
      fix: 'hub backup now writes them again; check the disk of BACKUP_DIR',
    });
  }
  return faults;
}

function faultsOfDrills({ newestAt, wantsDrills, drilledAt, problem, begunAt, now }: BackupFacts): Fault[] {
  if (problem !== null) {
    return [
      {
        what: `the newest drill failed (${problem})`,
        why: 'a hub that is restored from this backup differs from the running hub',
        fix: 'hub backup now, then hub backup verify FILE; if that fails too, hub projections verify and the log of the projector',
      },
    ];
  }
  if (!wantsDrills || newestAt === null || now - (drilledAt ?? begunAt) <= drillAgeMaxMs) return [];
  return [
    {
      what:
        drilledAt === null ? 'no drill has run yet' : `the last good drill is ${spanOf(now - drilledAt)} old`,
      why: 'it is unknown whether a hub can be restored',
      fix: 'hub backup verify FILE; BACKUP_ENABLED=true runs drills at night',
    },
  ];
}
