import { minuteMs } from '../../../shared/domain/durations.ts';

const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/i;
/** 9999-12-31T23:59:59.999Z */
const latest = 253_402_300_799_999;

/**
 * Epoch ms of a strict RFC 3339 date-time of the years 1970 to 9999, or null. A fraction is cut to
 * ms. A space before the offset counts as `+`, because a query string turns `+` into a space
 * (rules/parameters.md#dates). Not `Date.parse`, because it accepts 30 February.
 */
export function parseDateTime(text: string): number | null {
  const match = shape.exec(text.replace(/ (?=\d\d:\d\d$)/, '+'));
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = match;
  const local = localTime(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const offset = sign === undefined ? 0 : offsetMs(sign, Number(offsetHour), Number(offsetMinute));
  if (local === null || offset === null) return null;
  const instant = local + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset;
  return instant >= 0 && instant <= latest ? instant : null;
}

function localTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  if (year < 1970 || hour > 23 || minute > 59 || second > 59) return null;
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : null;
}

function offsetMs(sign: string, hour: number, minute: number): number | null {
  if (hour > 23 || minute > 59) return null;
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute) * minuteMs;
}
