import { minuteMs } from '../../shared/domain/durations.ts';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { positionReported } from '../../shared/events/position-reported.ts';

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

/** The points of this batch by minute since the epoch. */
export type TrailState = ReadonlyMap<number, TrailPoint>;

export const initialTrail: TrailState = new Map();

/** Keeps the first position known in a minute, in log order (decisions.md, Trail); a later one never replaces it. */
export function evolveTrail(state: TrailState, event: LocationTrailEvent): TrailState {
  const fresh = new Map<number, TrailPoint>();
  for (const point of event.data.points) {
    const minute = Math.floor(point.at / minuteMs);
    if (!state.has(minute) && !fresh.has(minute)) fresh.set(minute, point);
  }
  return fresh.size === 0 ? state : new Map([...state, ...fresh]);
}
