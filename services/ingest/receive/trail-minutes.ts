import { minuteMs } from '../../../shared/domain/durations.ts';
import type { TrailPoint } from './facts.ts';

/** Positions for the trail, oldest first: of each minute the first (decisions.md, Trail). */
export function firstOfEachMinute(points: readonly TrailPoint[]): TrailPoint[] {
  const sorted = points.toSorted((left, right) => left.at - right.at);
  let latest = Number.NEGATIVE_INFINITY;
  return sorted.filter((point) => {
    const minute = minuteOf(point);
    const isFirst = minute > latest;
    latest = minute;
    return isFirst;
  });
}

export function minuteOf({ at }: TrailPoint): number {
  return Math.floor(at / minuteMs);
}
