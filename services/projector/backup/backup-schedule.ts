import { dayMs, hourMs } from '../../../shared/domain/durations.ts';

/** A hub that starts after its hour was missed, as on a machine that is off at night, takes its backup this much later. */
export const backupDelayMs = 10 * 60_000;

/** After a failure, which an operator may mend meanwhile; and between two looks at the folder. */
export const retryDelayAfterFailureMs = 15 * 60_000;

/** When a backup was to be taken last: the newest full hour of the day in UTC that is not after `now`; epoch ms. */
export function lastDueTime(now: number, hour: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hour * hourMs;
  return today <= now ? today : today - dayMs;
}

export interface KnownBackups {
  /** When backups were taken, epoch ms. Times after `now` are of a clock that was ahead, and count for nothing. */
  readonly taken: readonly number[];
  /** Since when this process takes them. */
  readonly since: number;
}

/** Whether a backup is due: none was taken since it was to be. */
export function isBackupDue(now: number, hour: number, { taken, since }: KnownBackups): boolean {
  const due = lastDueTime(now, hour);
  if (taken.some((time) => time >= due && time <= now)) return false;
  const isMissed = due < since && since <= now;
  return !isMissed || now - since >= backupDelayMs;
}
