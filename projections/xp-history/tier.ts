import { xpBucketMs } from '../../shared/domain/xp-resolution.ts';

/**
 * Finest first (read-api.md 2.6). Days have no table: the first hourly sample after a day has the
 * xp at the end of the day in its column `before`.
 */
export const tiers = [
  { resolution: '5m', table: 'sample_5m', bucketMs: xpBucketMs['5m'] },
  { resolution: '1h', table: 'sample_1h', bucketMs: xpBucketMs['1h'] },
  { resolution: '1d', table: null, bucketMs: xpBucketMs['1d'] },
] as const;

export type Tier = (typeof tiers)[number];
export type Resolution = Tier['resolution'];
export type StoredTier = Exclude<Tier, { readonly table: null }>;

/** Epoch ms; days are UTC. */
export function bucketOf(tier: Tier, at: number): number {
  return at - (at % tier.bucketMs);
}

/**
 * The first 5-minute bucket that is needed for times from `keptFrom` on. The hourly tier has the
 * earlier values. Includes another hour, which a query process whose clock is slow may still read.
 */
export function samplesNeededFrom(keptFrom: number): number {
  const [, hourly] = tiers;
  return bucketOf(hourly, keptFrom) - hourly.bucketMs;
}
