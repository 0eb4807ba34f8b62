export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** 24 hours; a day of the calendar can have 23 or 25 (see local-day.ts). */
export const dayMs = 24 * hourMs;

/** Whole minutes since the epoch. @param at epoch ms */
export function minuteOf(at: number): number {
  return Math.floor(at / minuteMs);
}

/** `PT1M13.2S` is 73,200 ms. Null for any other text. */
export function isoDurationMs(text: string): number | null {
  const match = /^PT(?:(\d{1,3})H)?(?:(\d{1,2})M)?(?:(\d{1,2}(?:\.\d{1,9})?)S)?$/.exec(text);
  if (match === null || text === 'PT') return null;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  return Math.round(hours * hourMs + minutes * minuteMs + seconds * 1_000);
}
