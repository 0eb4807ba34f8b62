export const trailRanges = ['hour', 'day', 'week'] as const;
export type TrailRange = (typeof trailRanges)[number];

export const trailRangeMs: Readonly<Record<TrailRange, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};

/** Trails up to this length show every tile: a line from minute to minute leads through walls. */
const tilesMaxMs = trailRangeMs.day;

export function trailDetail(spanMs: number): 'tile' | undefined {
  return spanMs <= tilesMaxMs ? 'tile' : undefined;
}

/** `from~to` in epoch ms; null for other text. */
export function parsePlaySession(text: string): { readonly from: number; readonly to: number } | null {
  const [, from, to] = (/^(\d{1,13})~(\d{1,13})$/.exec(text) ?? []).map(Number);
  return from === undefined || to === undefined || from > to ? null : { from, to };
}

export function playSessionText(startedAt: string, endedAt: string): string {
  return `${Date.parse(startedAt)}~${Date.parse(endedAt)}`;
}
