import type { AnswerOf } from '../../../../../../shared/client/api.ts';
import { dayMs } from '../../../../../../shared/domain/durations.ts';

export type ActivityDay = AnswerOf<'/accounts/{id}/activity-days'>['data']['days'][number];
export type ActivityMeasure = 'time' | 'xp';

export interface CalendarDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** 0 is the first column. Columns are weeks, which start on Monday. */
  readonly week: number;
  /** 0 is Monday. */
  readonly weekday: number;
  /** Null on a day without play. */
  readonly played: ActivityDay | null;
  /** 0 without play, then 1 to 4 by the quarter of the played days in which the day is. */
  readonly level: number;
  /** Before the first report and the first play. */
  readonly isBefore: boolean;
}

const levels = 4;

/** The days of the year from the month of `since`, `YYYY-MM-DD`, or of an earlier play. */
export function listCalendarDays(
  year: number,
  days: readonly ActivityDay[],
  measure: ActivityMeasure,
  since: string,
): readonly CalendarDay[] {
  const played = new Map(days.map((each) => [each.day, each]));
  const amounts = days.map((each) => amountOf(each, measure)).sort((left, right) => left - right);
  const levelOf = (amount: number) => {
    const below = amounts.findIndex((each) => each >= amount);
    return Math.min(levels, 1 + Math.floor((levels * below) / amounts.length));
  };
  const [begin = since] = [since, days[0]?.day ?? since].sort();
  const first = Math.max(Date.UTC(year, 0, 1), Date.parse(begin.slice(0, 7)));
  const offset = weekdayOf(first);
  const count = (Date.UTC(year + 1, 0, 1) - first) / dayMs;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * dayMs).toISOString().slice(0, 10);
    const ofDay = played.get(day) ?? null;
    return {
      day,
      week: Math.floor((offset + index) / 7),
      weekday: (offset + index) % 7,
      played: ofDay,
      level: ofDay === null ? 0 : levelOf(amountOf(ofDay, measure)),
      isBefore: day < begin.slice(0, 10),
    };
  });
}

export interface YearTotals {
  readonly days: number;
  readonly minutes: number;
  /** Null when the key cannot read xp. */
  readonly xp: number | null;
  /** The most days in a row. */
  readonly longestStreak: number;
}

export function sumYear(days: readonly ActivityDay[]): YearTotals {
  let [streak, longestStreak, before] = [0, 0, Number.NaN];
  for (const { day } of days) {
    const at = Date.parse(day);
    streak = at - before === dayMs ? streak + 1 : 1;
    longestStreak = Math.max(longestStreak, streak);
    before = at;
  }
  const sum = (of: (day: ActivityDay) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    days: days.length,
    minutes: sum(({ minutes }) => minutes),
    xp: days.some(({ xp }) => xp !== undefined) ? sum(({ xp }) => xp ?? 0) : null,
    longestStreak,
  };
}

function amountOf({ minutes, xp }: ActivityDay, measure: ActivityMeasure): number {
  return measure === 'time' ? minutes : (xp ?? 0);
}

/** 0 is Monday. */
function weekdayOf(at: number): number {
  return (new Date(at).getUTCDay() + 6) % 7;
}
