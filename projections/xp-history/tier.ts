import { xpBucketMs } from '../../shared/domain/xp-resolution.ts';

/**
 * The resolutions in which xp is read (read-api.md 2.6), finest first. Days have no table: the xp
 * at the end of a day is the `before` of the first hour after it.
 */
export const tiers = [
  { resolution: '5m', table: 'sample_5m', bucketMs: xpBucketMs['5m'] },
  { resolution: '1h', table: 'sample_1h', bucketMs: xpBucketMs['1h'] },
  { resolution: '1d', table: null, bucketMs: xpBucketMs['1d'] },
] as const;

export type Tier = (typeof tiers)[number];
export type Resolution = Tier['resolution'];
/** A tier whose samples are stored. */
export type StoredTier = Exclude<Tier, { readonly table: null }>;

/** Start of the bucket that holds a moment; days are UTC. Epoch ms. */
export function bucketOf(tier: Tier, at: number): number {
  return at - (at % tier.bucketMs);
}

/**
 * The first bucket of 5 minutes that is needed for times from `keptFrom` on. Earlier buckets belong
 * to hours that ended long before, and the hourly tier has the same value at the end of such an
 * hour. So no answer changes without them, even with a slow clock of another process. Hours and
 * days are never deleted.
 */
export function samplesNeededFrom(keptFrom: number): number {
  const [, hourly] = tiers;
  return bucketOf(hourly, keptFrom) - hourly.bucketMs;
}
