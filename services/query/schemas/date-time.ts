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
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const [fraction = '', sign, offsetHour, offsetMinute] = match.slice(7);
  if (year < 1970 || hour > 23 || minute > 59 || second > 59) return null;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(local);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const offset = sign === undefined ? 0 : offsetMs(sign, Number(offsetHour), Number(offsetMinute));
  if (offset === null) return null;
  const instant = local + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset;
  return instant >= 0 && instant <= latest ? instant : null;
}

function offsetMs(sign: string, hour: number, minute: number): number | null {
  if (hour > 23 || minute > 59) return null;
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute) * minuteMs;
}
