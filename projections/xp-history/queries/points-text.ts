import { dayMs, minuteMs } from '../../../shared/domain/durations.ts';
import type { ResolvedRange } from './resolve-range.ts';

/** More than the 5,000 buckets of a range (resolve-range.ts). */
export const bucketsMax = 2 ** 13;
/**
 * A sample is a big-endian integer: the xp times `bucketsMax`, plus the number of the bucket in the
 * range.
 */
export const sampleBytes = 8;

type BucketRange = Pick<ResolvedRange, 'first' | 'tier'>;

/** The text of a point before its xp, with the comma after the previous point. */
const opening = Buffer.from(',["0000-00-00T00:00:00.000Z",');
const dateAt = 3;
const hoursAt = 14;
const minutesAt = 17;
const closing = ']'.charCodeAt(0);
const zero = '0'.charCodeAt(0);
const digitsMax = 16;
let openedDay = Number.NaN;
/** Grows to the length of the longest answer. */
let written = Buffer.alloc(0);

/**
 * Gives `["2026-09-14T10:00:00.000Z",123],...`. Written byte by byte, because joined strings are
 * slower.
 */
export function pointsText(samples: Buffer, range: BucketRange): string {
  const firstMinute = range.first / minuteMs;
  const bucketMinutes = range.tier.bucketMs / minuteMs;
  const bytesMax = (samples.length / sampleBytes) * (opening.length + digitsMax + 1);
  if (written.length < bytesMax) written = Buffer.alloc(bytesMax);
  let at = 0;
  for (let from = 0; from < samples.length; from += sampleBytes) {
    openPoint(firstMinute + bucketNumber(samples, from) * bucketMinutes);
    written.set(opening, at);
    at = writeDigits(sampledXp(samples, from), at + opening.length);
    written[at] = closing;
    at += 1;
  }
  return written.toString('latin1', 1, at);
}

/** Start of the bucket of the last sample, epoch ms. */
export function lastBucket(samples: Buffer, { first, tier }: BucketRange): number {
  return first + bucketNumber(samples, samples.length - sampleBytes) * tier.bucketMs;
}

// Reads halves. A BigInt would create an object for each sample.
const lowerHalf = 4;

function bucketNumber(samples: Buffer, at: number): number {
  return samples.readUInt32BE(at + lowerHalf) % bucketsMax;
}

function sampledXp(samples: Buffer, at: number): number {
  const upper = samples.readUInt32BE(at) * (2 ** 32 / bucketsMax);
  return upper + Math.floor(samples.readUInt32BE(at + lowerHalf) / bucketsMax);
}

/** @returns where the digits end */
function writeDigits(value: number, from: number): number {
  let to = from + 1;
  for (let power = 10; power <= value; power *= 10) to += 1;
  let rest = value;
  for (let at = to - 1; at >= from; at -= 1) {
    const tens = Math.floor(rest / 10);
    written[at] = zero + rest - tens * 10;
    rest = tens;
  }
  return to;
}

const minutesOfDay = dayMs / minuteMs;
const minutesOfHour = 60;

/** Points of one day share the text of the date, because `toISOString` is slow. */
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
