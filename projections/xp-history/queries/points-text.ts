import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';

/** Samples as two arrays in the text form of PostgreSQL, `{29312640,29312645}`; neither holds a null. */
export interface Samples {
  readonly count: number;
  /** Starts of buckets, epoch minutes. */
  readonly minutes: string;
  readonly xp: string;
}

/** A point up to its xp, with the comma after the point before. */
const opening = Buffer.from(',["0000-00-00T00:00:00.000Z",');
const dateAt = 3;
const hoursAt = 14;
const minutesAt = 17;
const closing = ']'.charCodeAt(0);
const zero = '0'.charCodeAt(0);
let openedDay = Number.NaN;
/** Where points are written: as long as the most that were asked for at once. */
let written = Buffer.alloc(0);

/**
 * The samples as points, `["2026-09-14T10:00:00.000Z",123],...`, with the digits of the xp as they are. Written byte by byte
 * 1,250 of them take 0.2 ms; joined of strings they took 0.4 to 0.6 ms, and made eight times the garbage.
 */
export function pointsText({ count, minutes, xp }: Samples): string {
  const bytesMax = count * (opening.length + 1) + xp.length;
  if (written.length < bytesMax) written = Buffer.alloc(bytesMax);
  let at = 0;
  // Behind the braces.
  let minuteFrom = 1;
  let xpFrom = 1;
  for (let point = 0; point < count; point += 1) {
    const minuteTo = endOfElement(minutes, minuteFrom);
    openPoint(wholeNumber(minutes, minuteFrom, minuteTo));
    minuteFrom = minuteTo + 1;
    written.set(opening, at);
    at += opening.length;
    const xpTo = endOfElement(xp, xpFrom);
    for (let index = xpFrom; index < xpTo; index += 1) written[at + index - xpFrom] = xp.charCodeAt(index);
    at += xpTo - xpFrom;
    xpFrom = xpTo + 1;
    written[at] = closing;
    at += 1;
  }
  return written.toString('latin1', 1, at);
}

function endOfElement(array: string, from: number): number {
  const comma = array.indexOf(',', from);
  return comma === -1 ? array.length - 1 : comma;
}

function wholeNumber(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) value = value * 10 + text.charCodeAt(index) - zero;
  return value;
}

const minutesOfDay = dayMs / minuteMs;
const minutesOfHour = 60;

/** Sets the time of the next point. Points of a day share its date: `toISOString` takes a microsecond. */
function openPoint(minute: number): void {
  const ofDay = minute % minutesOfDay;
  const day = minute - ofDay;
  if (day !== openedDay) {
    opening.write(new Date(day * minuteMs).toISOString().slice(0, 'yyyy-mm-dd'.length), dateAt);
    openedDay = day;
  }
  const hours = Math.floor(ofDay / minutesOfHour);
  writeTwoDigits(hours, hoursAt);
  writeTwoDigits(ofDay - hours * minutesOfHour, minutesAt);
}

function writeTwoDigits(value: number, at: number): void {
  const tens = Math.floor(value / 10);
  opening[at] = zero + tens;
  opening[at + 1] = zero + value - tens * 10;
}
