import { dayMs } from '../../domain/durations.ts';
import type { ListedBackup } from '../folder/list-backups.ts';
import type { Manifest } from '../folder/manifest.ts';

const days = 14;
const weeks = 8;
/** 1 January 1970 was a Thursday; ISO weeks begin on Monday. */
const mondayBeforeEpoch = 3;

export interface RotatedBackup extends Pick<ListedBackup, 'file'> {
  readonly manifest: Pick<Manifest, 'taken_at' | 'kind' | 'hub_version'>;
}

/**
 * Keeps the new backup, the backups of `selectTimesToKeep`, and the newest backup with a good
 * drill. Also keeps manual backups of the last 24 hours, and the newest of each release within 14
 * days.
 * @param backups all backups, with the new backup
 */
export function selectBackupsToKeep<Backup extends RotatedBackup>(
  backups: readonly Backup[],
  taken: Backup,
  good: string | undefined,
): Backup[] {
  const timeOf = ({ manifest }: Backup) => Date.parse(manifest.taken_at);
  const kept = selectTimesToKeep(backups.map(timeOf), timeOf(taken));
  const undoing = backupsOfReleases(backups, timeOf(taken));
  const stays = (backup: Backup) => backup === taken || backup.file === good || kept.has(timeOf(backup));
  return backups.filter((backup) => stays(backup) || undoing.has(backup));
}

/** To undo an update: an earlier release cannot read the log of a later release. */
function backupsOfReleases<Backup extends RotatedBackup>(
  backups: readonly Backup[],
  now: number,
): Set<Backup> {
  const ageOf = ({ manifest }: Backup) => now - Date.parse(manifest.taken_at);
  // Absolute, so that a clock that was set back deletes no backup early.
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
 * Keeps the newest of each of 14 days and of each of 8 ISO weeks, counted back in UTC from the
 * newest backup. Backups after `now` are from a clock that was ahead, and replace no other backup.
 * @param times epoch ms, in any order
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
