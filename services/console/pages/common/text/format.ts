import { dayMs } from '../../../../../shared/domain/durations.ts';

const whole = new Intl.NumberFormat('en');
const units = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/**
 * Writes gp and xp like players do: 950, 12.3K, 1.25M, 2.1B, 9,007T. Truncated, so that 999,999
 * does not become 1M.
 */
export function shortAmount(amount: number): string {
  const size = Math.abs(amount);
  const unit = units.find(([least]) => size >= least);
  if (unit === undefined || size < 1_000) return whole.format(amount);
  const [least, letter] = unit;
  const scaled = size / least;
  const digits = scaled >= 100 ? 0 : scaled >= 10 ? 1 : 2;
  const factor = 10 ** digits;
  // Multiplies first, because 2.3 times 100 is less than 230 in floating point.
  const text = whole.format(Math.trunc((size * factor) / least) / factor);
  return `${amount < 0 ? '-' : ''}${text}${letter}`;
}

/**
 * Has the digits that differ between marks.
 * @param step distance of marks
 */
export function axisAmount(amount: number, step: number): string {
  const [least, letter] = units.find(([unit]) => Math.abs(amount) >= unit) ?? [1, ''];
  // One digit more than the step needs, because steps can be 2.5 or 0.25.
  const maximumFractionDigits = Math.max(0, Math.ceil(Math.log10(least / step)) + 1);
  return `${(amount / least).toLocaleString('en', { maximumFractionDigits })}${letter}`;
}

export function exactAmount(amount: number): string {
  return whole.format(amount);
}

/** Rounded down. A small share has a digit more. @param share 0 to 1 */
export function percentText(share: number): string {
  const factor = share < 0.1 ? 10 : 1;
  const percent = Math.floor(share * 100 * factor + 1e-9) / factor;
  return share > 0 && percent === 0 ? 'under 0.1 %' : `${percent} %`;
}

/** @param word singular */
export function countText(count: number, word: string): string {
  return `${whole.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** In one unit. A time in the future, from a wrong clock, is `now`. */
export function relativeTime(at: number, now: number): string {
  const age = now - at;
  if (age < 5_000) return 'now';
  if (age < minute) return `${Math.floor(age / 1_000)} s ago`;
  if (age < hour) return `${Math.floor(age / minute)} min ago`;
  if (age < day) return `${Math.floor(age / hour)} h ago`;
  if (age < 60 * day) return `${Math.floor(age / day)} d ago`;
  return `${countText(Math.floor(age / (30.44 * day)), 'month')} ago`;
}

export function durationText(ms: number): string {
  if (ms < minute) return `${Math.max(0, Math.floor(ms / 1_000))} s`;
  const minutes = Math.floor(ms / minute);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** @param minutes whole, as the hub rounds the time of play of a day */
export function minutesText(minutes: number): string {
  return minutes === 0 ? 'under 1 min' : durationText(minutes * minute);
}

/** Rounded down to minutes, hours, days, or years from two on. Under a week, days have hours. */
export function spanText(ms: number): string {
  if (ms < hour) return `${Math.max(1, Math.floor(ms / minute))} min`;
  if (ms < day) return `${Math.floor(ms / hour)} h`;
  if (ms < 7 * day) return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`;
  if (ms < 730 * day) return `${Math.floor(ms / day)} d`;
  return ms < 100 * 365 * day ? `${Math.floor(ms / (365 * day))} years` : 'over 100 years';
}

/** As the game writes best times: `0:56.40`, `1:02.40`, `1:20:05.00`. @param ms not negative */
export function stopwatchText(ms: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(ms / hour);
  const minutes = Math.floor((ms % hour) / minute);
  const seconds = `${two(Math.floor((ms % minute) / 1_000))}.${two(Math.floor((ms % 1_000) / 10))}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

const instant = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const minuteFormat = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** In the viewer's time zone. */
export function exactTime(at: number): string {
  return instant.format(at);
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** In the viewer's time zone. */
export function exactDate(at: number): string {
  return dateFormat.format(at);
}

/**
 * The start of a day for the viewer, epoch ms. A date alone would be midnight UTC, which is still
 * the day before in the west.
 * @param date `YYYY-MM-DD`
 */
export function startOfDate(date: string): number {
  return Date.parse(`${date}T00:00`);
}

/** Whole days at UTC, without this year: “12 to 18 Nov”. @param at the first day, ISO-8601 */
export function utcDays(at: string, days: number, now = Date.now()): string {
  const first = startOfDate(at.slice(0, 10));
  const range = formatWithoutThisYear(first, now).formatRange(first, startOfDay(first, 1 - days));
  return range.replace(/\s*–\s*/, ' to ');
}

/** The last of whole days at UTC: “until 18 Nov”. An account may be younger than the days. */
export function untilUtcDay(at: string, days: number, now = Date.now()): string {
  const last = utcDays(new Date(Date.parse(at) + (days - 1) * dayMs).toISOString(), 1, now);
  return days === 1 ? last : `until ${last}`;
}

/** The date in the viewer's time zone, without this year. */
export function shortDate(at: number, now = Date.now()): string {
  return formatWithoutThisYear(at, now).format(at);
}

function formatWithoutThisYear(at: number, now: number): Intl.DateTimeFormat {
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? dayFormat : dateFormat;
}

/**
 * The start of the viewer's day, or of the day `back` days earlier. Days may have 23 or 25 hours.
 */
export function startOfDay(at: number, back = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - back).getTime();
}

const weekdayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

/** In the viewer's time zone. */
export function dayTitle(at: number, now: number): string {
  const day = startOfDay(at);
  if (day === startOfDay(now)) return 'Today';
  return day === startOfDay(now, 1) ? 'Yesterday' : weekdayFormat.format(at);
}

const monthTitleFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });

/** In the viewer's time zone. */
export function monthTitle(at: number): string {
  return monthTitleFormat.format(at);
}

/** In the viewer's time zone. */
export function dayAndTime(at: number): string {
  return minuteFormat.format(at);
}

/** The time of day in the viewer's time zone. */
export function clockTime(at: number): string {
  return clockFormat.format(at);
}

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

/**
 * In the viewer's time zone: month, day or time, by the step. At midnight, the day replaces the
 * time.
 * @param stepMs distance of marks
 */
export function axisTime(at: number, stepMs: number): string {
  if (stepMs >= 28 * day) return monthFormat.format(at);
  const date = new Date(at);
  const beginsDay = date.getHours() + date.getMinutes() === 0;
  return stepMs >= day || beginsDay ? dayFormat.format(at) : clockFormat.format(at);
}

export function humanizeName(type: string): string {
  const spaced = type.replaceAll('_', ' ');
  const text = spaced === spaced.toUpperCase() ? spaced.toLowerCase() : spaced;
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/^Pk\b/, 'PK');
}
