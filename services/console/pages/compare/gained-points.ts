import type { AnswerOf } from '../../../../shared/client/api.ts';
import { xpBucketMs } from '../../../../shared/domain/xp-resolution.ts';

type Xp = AnswerOf<'/xp'>['data']['accounts'][number];

/** The xp of an account in one skill over a range. */
export interface ComparedXp extends Pick<Xp, 'account' | 'resolution'> {
  /** Epoch ms, ascending, with xp. */
  readonly points: readonly (readonly [number, number])[];
  /** What the hub says was gained in the range. */
  readonly gain: number;
}

/** One that these pages do not know begins the line without a slope. */
const bucketMs: Readonly<Record<string, number>> = xpBucketMs;

/**
 * Xp less what there was when the range began. Of an account that is younger than the range the first point is the end of its
 * first bucket, up to a day, and what was gained in that bucket shows in the gain alone: the line begins before it.
 */
export function gainedPoints({ points, resolution, gain }: ComparedXp): ComparedXp['points'] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  // A skill that appears late is xp and no gain.
  const base = Math.min(first[1], last[1] - gain);
  const gained = points.map(([at, xp]) => [at, xp - base] as const);
  return first[1] === base ? gained : [[first[0] - (bucketMs[resolution] ?? 0), 0] as const, ...gained];
}
