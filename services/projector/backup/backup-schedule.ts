import { dayMs, hourMs } from '../../../shared/domain/durations.ts';

/** Delay of a backup whose hour was missed, as on a machine that is off at night. */
export const backupDelayMs = 10 * 60_000;

/** Time until a failed backup is tried again, and between two checks of the folder. */
export const retryDelayAfterFailureMs = 15 * 60_000;

/** The newest full hour of the day in UTC that is not after `now`; epoch ms. */
export function lastDueTime(now: number, hour: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hour * hourMs;
  return today <= now ? today : today - dayMs;
}

export interface KnownBackups {
  /** The times of backups, epoch ms. Times after `now` come from a wrong clock and do not count. */
  readonly taken: readonly number[];
  /** The time when this process started to take backups. */
  readonly since: number;
}

export function isBackupDue(now: number, hour: number, { taken, since }: KnownBackups): boolean {
  const due = lastDueTime(now, hour);
  if (taken.some((time) => time >= due && time <= now)) return false;
  const isMissed = due < since && since <= now;
  return !isMissed || now - since >= backupDelayMs;
}
