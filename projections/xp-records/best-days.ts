import { type RecordPeriod, recordPeriods } from '../../shared/domain/record-periods.ts';

/** A day is counted since the epoch. */
type DayGain = readonly [day: number, gain: number];

/** For each period the highest gain, and the last day of its earliest range; 0 without a gain. */
export type BestGains = {
  readonly [Period in RecordPeriod as `${Period}_gain` | `${Period}_last`]: number;
};

export interface Gains extends BestGains {
  /** Days with a gain in ascending order, as many as later gains need. */
  readonly days: readonly DayGain[];
}

export const noGains: Gains = {
  days: [],
  day_gain: 0,
  day_last: 0,
  week_gain: 0,
  week_last: 0,
  month_gain: 0,
  month_last: 0,
};

/** A month that ends a week ago still has all its days: reports of skills can come out of order. */
const daysKept = recordPeriods.month + 7;

/** Only ranges that end on a day with a gain, because an earlier range has the same gain. */
export function withGain<Known extends Gains>(known: Known, day: number, gain: number): Known {
  const before = known.days.find(([each]) => each === day)?.[1] ?? 0;
  const others = known.days.filter(([each]) => each !== day);
  const all = [...others, [day, before + gain] as const].sort(([left], [right]) => left - right);
  const newest = all.at(-1)?.[0] ?? day;
  const days = all.filter(([each]) => each > newest - daysKept);
  const best: Known & { -readonly [Column in keyof Gains]: Gains[Column] } = { ...known, days };
  for (const [period, length] of Object.entries(recordPeriods) as [RecordPeriod, number][]) {
    const [gained, ended] = [`${period}_gain`, `${period}_last`] as const;
    for (const [last] of days.filter(([each]) => each >= day && each < day + length)) {
      const ofRange = days.filter(([each]) => each <= last && each > last - length);
      const sum = ofRange.reduce((total, [, xp]) => total + xp, 0);
      if (sum < best[gained] || (sum === best[gained] && last >= best[ended])) continue;
      [best[gained], best[ended]] = [sum, last];
    }
  }
  return best;
}
