import type { AnswerOf } from '../../../../../shared/client/api.ts';
import { xpBucketMs } from '../../../../../shared/domain/xp-resolution.ts';

export type Xp = AnswerOf<'/xp'>['data']['accounts'][number];

export interface ComparedXp extends Pick<Xp, 'account' | 'resolution'> {
  /** Pairs of epoch ms and xp, ascending. */
  readonly points: readonly (readonly [number, number])[];
  readonly gain: number;
}

/** An unknown resolution has no bucket length, so the line begins with a vertical step. */
const bucketMs: Readonly<Record<string, number>> = xpBucketMs;

/** The line of an account that began later starts at 0, one bucket before its first point. */
export function gainedPoints({ points, resolution, gain }: ComparedXp): ComparedXp['points'] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  // The first xp of a skill that appears late is no gain.
  const base = Math.min(first[1], last[1] - gain);
  const gained = points.map(([at, xp]) => [at, xp - base] as const);
  return first[1] === base ? gained : [[first[0] - (bucketMs[resolution] ?? 0), 0] as const, ...gained];
}

/** The last xp lasts until the end of a range, and until now when the range is not over. */
export function untilEnd(points: ComparedXp['points'], end: number): ComparedXp['points'] {
  const last = points.at(-1);
  const shown = Math.min(end, Date.now());
  return last === undefined || last[0] >= shown ? points : [...points, [shown, last[1]]];
}
