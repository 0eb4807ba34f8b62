import { dayMs } from '../../../../../shared/domain/durations.ts';
import { startOfDate } from '../../common/text/format.ts';

/** [bucket start, xp at its end], as the read API gives points at the resolution `1d`. */
type XpPoint = readonly [string, number];

/**
 * The xp gained on each UTC day from the first known day to `now`, epoch ms. The time of a day is
 * its start for the viewer. A fall of xp, which is a correction, counts as 0.
 */
export function listDailyGains(
  points: readonly XpPoint[],
  now: number,
): readonly (readonly [number, number])[] {
  const [first] = points;
  if (first === undefined) return [];
  const gains = new Map<string, number>();
  let before = first[1];
  for (const [at, xp] of points) {
    gains.set(at.slice(0, 10), Math.max(0, xp - before));
    before = xp;
  }
  const days: (readonly [number, number])[] = [];
  // The first point is what the account had before the range.
  for (let at = Date.parse(first[0]) + dayMs; at <= now; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push([startOfDate(day), gains.get(day) ?? 0]);
  }
  return days;
}
