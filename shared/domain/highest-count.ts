import { dayMs } from './durations.ts';

/** The highest count that was reported. Times are epoch ms. */
export interface Count {
  readonly count: number;
  /** The earliest time of the count. */
  readonly at: number;
  /** Record time of the first report below `count`; null when none waits. */
  readonly lowerSince: number | null;
}

/**
 * The highest count and its earliest time, so that a second report of a count changes nothing. A
 * lower count is taken after a day, as the series of xp does (rules/xp.md#falling-xp).
 */
export function highestCount(
  known: Count | null,
  reported: { readonly count: number; readonly at: number },
  recordTime: number,
): Count {
  const taken = { ...reported, lowerSince: null };
  if (known === null || reported.count > known.count) return taken;
  if (reported.count === known.count) return { ...taken, at: Math.min(reported.at, known.at) };
  // An older report came late.
  if (reported.at < known.at) return known;
  if (known.lowerSince === null) return { ...known, lowerSince: recordTime };
  return recordTime - known.lowerSince >= dayMs ? taken : known;
}
