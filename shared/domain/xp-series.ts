import { dayMs } from './durations.ts';

/** The end of a skill's series of xp. Times are epoch ms. */
export interface SeriesEnd {
  readonly xp: number;
  /** Time of `xp`. The series never goes back in time. */
  readonly at: number;
  /**
   * Record time of the first lower report that waits for confirmation; null without such a report.
   */
  readonly lower_since: number | null;
}

/** The series accepts lower xp that is reported for this long (rules/xp.md#falling-xp). */
const lowerConfirmedAfterMs = dayMs;

/**
 * Ignores lower xp, which can come from another character or a rollback, until later reports
 * confirm it.
 */
export function endAfterReport(
  known: SeriesEnd,
  { xp, at, recordTime }: { readonly xp: number; readonly at: number; readonly recordTime: number },
): SeriesEnd {
  const later = Math.max(at, known.at);
  if (xp >= known.xp) return { xp, at: xp > known.xp ? later : known.at, lower_since: null };
  const since = known.lower_since ?? recordTime;
  const isConfirmed = recordTime - since >= lowerConfirmedAfterMs;
  return isConfirmed
    ? { xp, at: later, lower_since: null }
    : { xp: known.xp, at: known.at, lower_since: since };
}

/** An operator confirmed lower xp. Null when no lower report waits for this. */
export function endAfterCorrection(known: SeriesEnd, xp: number, recordTime: number): SeriesEnd | null {
  if (known.lower_since === null || xp >= known.xp) return null;
  return { xp, at: Math.max(recordTime, known.at), lower_since: null };
}
