import { dayMs } from '../../../shared/domain/durations.ts';
import { bucketOf, type Resolution, type Tier, tiers } from '../tier.ts';

export interface RangeRequest {
  readonly resolution: 'auto' | Resolution;
  /** [from, to), epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** How long the 5-minute tier is kept. */
  readonly rawRetentionMs: number;
}

export interface ResolvedRange {
  readonly tier: Tier;
  /** First bucket. The value in effect at its start is an additional point. */
  readonly first: number;
  /** End of the last bucket. Equal to `first` for an empty range. */
  readonly end: number;
  /** Retention may have deleted earlier buckets. */
  readonly keptFrom: number;
}

const pointsMax = 5_000;

/** A range from "now - 7 d" up to the default `to` still gets the 5-minute tier. */
const autoToleranceMs = 300_000;
const [fine, hourly, daily] = tiers;

/** See read-api.md 4.2 and rules/xp.md#points. */
export function resolveRange(request: RangeRequest): ResolvedRange {
  for (const tier of tiers.slice(tiers.indexOf(wantedTier(request)))) {
    const range = bucketsOf(tier, request);
    if (tier === daily) return newest(range, request.now);
    if (range.points <= pointsMax && isKept(tier, request)) return range;
  }
  throw new Error('unreachable: the daily tier answers every range');
}

function wantedTier({ resolution, from, to }: RangeRequest): Tier {
  const span = to - from - autoToleranceMs;
  if (resolution === 'auto') return span <= 7 * dayMs ? fine : span <= 90 * dayMs ? hourly : daily;
  return tiers.find((tier) => tier.resolution === resolution) ?? daily;
}

function bucketsOf(
  tier: Tier,
  { from, to, now, rawRetentionMs }: RangeRequest,
): ResolvedRange & { readonly points: number } {
  const first = bucketOf(tier, from);
  // Equal ends are an empty range, also inside a bucket.
  const end = from === to ? first : bucketOf(tier, to + tier.bucketMs - 1);
  const keptFrom = tier === fine ? bucketOf(hourly, now - rawRetentionMs) : 0;
  return { tier, first, end, keptFrom, points: (end - first) / tier.bucketMs + 1 };
}

/** Stored samples cannot tell, because an hour without changes has no samples either. */
function isKept(tier: Tier, { from, now, rawRetentionMs }: RangeRequest): boolean {
  return tier !== fine || from >= now - rawRetentionMs;
}

/** At most the newest 5,000 days. Days after today have no points. */
function newest(range: ResolvedRange, now: number): ResolvedRange {
  const end = Math.min(range.end, bucketOf(daily, now) + daily.bucketMs);
  // The carried-in point counts too.
  const first = end - (pointsMax - 1) * daily.bucketMs;
  return first > range.first ? { ...range, first, end } : range;
}
