/** How far back trails go. */
export const trailRanges = ['hour', 'day', 'week'] as const;
export type TrailRange = (typeof trailRanges)[number];

export const trailRangeMs: Readonly<Record<TrailRange, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};
