import { describe, expect, it } from 'vitest';
import type { TrailTile } from '../../shared/domain/walked-tiles.ts';
import { evolveTrail, type LocationTrailEvent, pointsOf } from './projection.ts';

describe('location trail', () => {
  it('keeps the first position of a minute in log order', () => {
    expect(trailAfter([at(0, 1), at(59_999, 2), at(60_000, 3)])).toEqual([1, 3]);
    expect(trailAfter([at(30_000, 1)], [at(10_000, 2)])).toEqual([1]);
  });

  it('takes an earlier minute that comes late', () => {
    expect(trailAfter([at(120_000, 1)], [at(61_000, 2)])).toEqual([1, 2]);
  });
});

function trailAfter(...messages: TrailTile[][]): number[] {
  const state = messages.map(reported).reduce(evolveTrail, null);
  return [...pointsOf(state).values()].map((point) => point.x);
}

function at(time: number, x: number): TrailTile {
  return { at: time, x, y: 3200, plane: 0, world: 486, is_on_boat: false };
}

function reported(points: TrailTile[], offset: number): LocationTrailEvent {
  return {
    stream: 'hub.location',
    partition: 0,
    offset,
    recordId: '00000000-0000-4000-8000-000000000000',
    subject: 'aB3xYz91kQw0',
    source: 'ha',
    recordTime: 0,
    type: 'position-reported',
    data: { points },
  };
}
