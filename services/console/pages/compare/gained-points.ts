import type { AnswerOf } from '../../../../shared/client/api.ts';
import { xpBucketMs } from '../../../../shared/domain/xp-resolution.ts';

type Xp = AnswerOf<'/xp'>['data']['accounts'][number];

/** The xp of an account in one skill over a range. */
export interface ComparedXp extends Pick<Xp, 'account' | 'resolution'> {
  /** Pairs of epoch ms and xp, ascending. */
  readonly points: readonly (readonly [number, number])[];
  /** The gain in the range, as the hub reports it. */
  readonly gain: number;
}

/** A line with an unknown resolution begins without a slope. */
const bucketMs: Readonly<Record<string, number>> = xpBucketMs;

/**
 * The xp of each point minus the xp at the start of the range. The first point of a younger account
 * is the end of its first bucket. The line then begins one bucket earlier, because only the gain
 * contains that bucket.
 */
export function gainedPoints({ points, resolution, gain }: ComparedXp): ComparedXp['points'] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  // The first xp of a skill that appears late is no gain.
  const base = Math.min(first[1], last[1] - gain);
  const gained = points.map(([at, xp]) => [at, xp - base] as const);
  return first[1] === base ? gained : [[first[0] - (bucketMs[resolution] ?? 0), 0] as const, ...gained];
}
