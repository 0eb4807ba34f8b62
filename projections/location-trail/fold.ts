import { appendToChain, type Chain, chainItems } from '../../shared/collections/chain.ts';
import { minuteMs } from '../../shared/domain/durations.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { positionReported } from '../../shared/events/types/position-reported.ts';

export type LocationTrailEvent = RecordedEventOf<typeof positionReported>;

/** A point of a trail (read-api.md 2.7); `at` in epoch ms. */
export interface TrailPoint {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly plane: number;
  readonly world: number | null;
  readonly is_on_boat: boolean | null;
}

/** In log order. A minute may have several points. */
export type TrailState = Chain<TrailPoint>;

export const initialTrail: TrailState = null;

export function evolveTrail(state: TrailState, event: LocationTrailEvent): TrailState {
  let trail = state;
  for (const point of event.data.points) {
    if (trail === null || minuteOf(trail.last) !== minuteOf(point)) trail = appendToChain(trail, point);
  }
  return trail;
}

/** The first position of each minute in log order (rules/histories.md#trail). */
export function pointsOf(state: TrailState): ReadonlyMap<number, TrailPoint> {
  const points = new Map<number, TrailPoint>();
  for (const point of chainItems(state)) {
    const minute = minuteOf(point);
    if (!points.has(minute)) points.set(minute, point);
  }
  return points;
}

function minuteOf({ at }: TrailPoint): number {
  return Math.floor(at / minuteMs);
}
