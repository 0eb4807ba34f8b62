import { dayMs, hourMs, minuteMs } from './durations.ts';

/** Finest first (read-api.md 2.6). */
export const xpResolutions = ['5m', '1h', '1d'] as const;
type XpResolution = (typeof xpResolutions)[number];

export const xpBucketMs: Readonly<Record<XpResolution, number>> = {
  '5m': 5 * minuteMs,
  '1h': hourMs,
  '1d': dayMs,
};

/** The start of the finest bucket. Epoch ms. */
export function startOfBucket(at: number): number {
  return at - (at % xpBucketMs['5m']);
}
