import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import type { Random } from '../random.ts';

/**
 * The times at which a player of a simulated past plays: on most days, one to three times, mostly
 * in the evening. An average player plays about an hour a day.
 * @returns a function that tells whether the player has time at a moment, epoch ms
 */
export function createPlayTimes(random: Random): (at: number) => boolean {
  const daysShare = 0.4 + 0.6 * random.next();
  let today = Number.NaN;
  let sittings: ReturnType<typeof sittingsOf> = [];

  return (at) => {
    const day = Math.floor(at / dayMs);
    if (day !== today) {
      today = day;
      sittings = sittingsOf(random.fork(`day/${day}`), daysShare);
    }
    const time = at - day * dayMs;
    return sittings.some(({ from, to }) => time >= from && time < to);
  };
}

/** In ms of the UTC day. */
function sittingsOf(random: Random, daysShare: number) {
  if (!random.chance(daysShare)) return [];
  return Array.from({ length: random.integer(1, 3) }, () => {
    // The later of two hours, because evenings are busier than mornings.
    const hour = Math.max(random.integer(6, 22), random.integer(6, 22));
    const from = hour * hourMs + random.integer(0, hourMs);
    return { from, to: from + random.integer(hourMs / 6, (hourMs * 2) / 3) };
  });
}
