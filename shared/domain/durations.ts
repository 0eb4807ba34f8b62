export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** Of 24 hours; a day of the calendar may have 23 or 25 (see local-day.ts). */
export const dayMs = 24 * hourMs;
