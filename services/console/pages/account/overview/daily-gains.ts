import { dayMs, hourMs } from '../../../../../shared/domain/durations.ts';
import { startOfDay } from '../../common/text/format.ts';

/** [bucket start, xp at its end], as the read API gives points at the resolution `1h`. */
type XpPoint = readonly [string, number];
/** Epoch ms. */
type Range = readonly [from: number, to: number];

/** The hub gives at most 5,000 points of an hour: longer ranges have points of a day at UTC. */
const hourlyMaxMs = 200 * dayMs;

/** The viewer's days in the last `spanMs`, in ranges that keep their points of an hour. */
export function listHourlyRanges(now: number, spanMs: number): readonly Range[] {
  const from = startOfDay(now - spanMs);
  const count = Math.ceil((now - from) / hourlyMaxMs);
  return Array.from({ length: count }, (_, index) => {
    const begin = from + index * hourlyMaxMs;
    return [begin, Math.min(now, begin + hourlyMaxMs)];
  });
}

/**
 * The xp gained on each day of the viewer from the first known day to `now`, epoch ms. The time of
 * a day is its start. A fall of xp, which is a correction, counts as 0.
 */
export function listDailyGains(
  points: readonly XpPoint[],
  now: number,
): readonly (readonly [number, number])[] {
  const [first] = points;
  if (first === undefined) return [];
  const gains = new Map<number, number>();
  let before = first[1];
  for (const [at, xp] of points) {
    const day = startOfDay(Date.parse(at));
    gains.set(day, (gains.get(day) ?? 0) + Math.max(0, xp - before));
    before = xp;
  }
  const days: (readonly [number, number])[] = [];
  // The first point is what the account had before the range.
  const begin = startOfDay(Date.parse(first[0]) + hourMs);
  for (let day = begin; day <= now; day = startOfDay(day, -1)) days.push([day, gains.get(day) ?? 0]);
  return days;
}
