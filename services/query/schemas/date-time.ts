import { minuteMs } from '../../../shared/domain/durations.ts';

const shape = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/i;
/** 9999-12-31T23:59:59.999Z */
const latest = 253_402_300_799_999;

/**
 * The instant of a strict RFC 3339 date-time in epoch ms, or null. Years are 1970 to 9999. A
 * fraction of 1 to 9 digits is cut to ms. A space before the offset is read as `+`, because a query
 * string turns an unencoded `+` into a space (decisions.md, Parameters). `Date.parse` is not used,
 * because it accepts 30 February, 24:00 and a missing zone.
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
