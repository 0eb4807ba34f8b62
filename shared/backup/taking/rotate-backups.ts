import { dayMs } from '../../domain/durations.ts';
import type { ListedBackup } from '../folder/backup-folder.ts';
import type { Manifest } from '../folder/manifest.ts';

const days = 14;
const weeks = 8;
/** 1 January 1970 was a Thursday; ISO weeks begin on Monday. */
const mondayBeforeEpoch = 3;

/** A backup as the rotation sees it. */
export interface RotatedBackup extends Pick<ListedBackup, 'file'> {
  readonly manifest: Pick<Manifest, 'taken_at' | 'kind' | 'hub_version'>;
}

/**
 * The backups that stay once one was taken: that one, those of `selectTimesToKeep`, the newest that a drill found good, and
 * those to go back to: each that was taken by hand within 24 hours, and the newest of each release within 14 days.
 * @param backups that one among them
 * @param good the name of its manifest; undefined where none was found good
 */
export function selectBackupsToKeep<Backup extends RotatedBackup>(
  backups: readonly Backup[],
  taken: Backup,
  good: string | undefined,
): Backup[] {
  const timeOf = ({ manifest }: Backup) => Date.parse(manifest.taken_at);
  const kept = selectTimesToKeep(backups.map(timeOf), timeOf(taken));
  const ways = waysBack(backups, timeOf(taken));
  const stays = (backup: Backup) => backup === taken || backup.file === good || kept.has(timeOf(backup));
  return backups.filter((backup) => stays(backup) || ways.has(backup));
}

/** An earlier release cannot read the log of a later one, so an update that fails is undone from a backup of before it only. */
function waysBack<Backup extends RotatedBackup>(backups: readonly Backup[], now: number): Set<Backup> {
  const ageOf = ({ manifest }: Backup) => now - Date.parse(manifest.taken_at);
  // A clock that was set back a little since makes none of them go early.
  const byHand = backups.filter(
    (backup) => backup.manifest.kind === 'manual' && Math.abs(ageOf(backup)) < dayMs,
  );
  const ofReleases = new Map<string, Backup>();
  for (const backup of backups) {
    const { hub_version: release } = backup.manifest;
    const age = ageOf(backup);
    const newest = ofReleases.get(release);
    const isNewer = newest === undefined || age < ageOf(newest);
    if (age >= 0 && age < days * dayMs && isNewer) ofReleases.set(release, backup);
  }
  return new Set([...byHand, ...ofReleases.values()]);
}

/**
 * The backups to keep: the newest of each of 14 days, and of each of 8 ISO weeks, counted back in UTC from the newest
 * one that is not after `now`. Those after it are of a clock that was ahead: among themselves they are kept alike, and
 * push no other one out.
 * @param times when they were taken, epoch ms, in any order
 */
export function selectTimesToKeep(times: readonly number[], now: number): Set<number> {
  const newestFirst = [...times].sort((left, right) => right - left);
  return new Set([
    ...newestOfPeriods(newestFirst.filter((time) => time <= now)),
    ...newestOfPeriods(newestFirst.filter((time) => time > now)),
  ]);
}

function newestOfPeriods(newestFirst: readonly number[]): number[] {
  const [newest] = newestFirst;
  if (newest === undefined) return [];
  return [
    ...newestOfEach(newestFirst, dayOf, dayOf(newest) - days),
    ...newestOfEach(newestFirst, weekOf, weekOf(newest) - weeks),
  ];
}

/** The newest time of each period after the given one. */
function newestOfEach(
  newestFirst: readonly number[],
  periodOf: (time: number) => number,
  after: number,
): number[] {
  const newest = new Map<number, number>();
  for (const time of newestFirst) {
    const period = periodOf(time);
    if (period > after && !newest.has(period)) newest.set(period, time);
  }
  return [...newest.values()];
}

function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}

function weekOf(time: number): number {
  return Math.floor((dayOf(time) + mondayBeforeEpoch) / 7);
}
