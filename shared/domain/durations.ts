export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** 24 hours; a day of the calendar can have 23 or 25 (see local-day.ts). */
export const dayMs = 24 * hourMs;

/** Whole minutes since the epoch. @param at epoch ms */
export function minuteOf(at: number): number {
  return Math.floor(at / minuteMs);
}
