import { dayMs, hourMs, minuteMs } from './durations.ts';

/** The resolutions of xp (read-api.md 2.6), finest first. */
export const xpResolutions = ['5m', '1h', '1d'] as const;
type XpResolution = (typeof xpResolutions)[number];

/** The length of a bucket for each resolution. */
export const xpBucketMs: Readonly<Record<XpResolution, number>> = {
  '5m': 5 * minuteMs,
  '1h': hourMs,
  '1d': dayMs,
};
