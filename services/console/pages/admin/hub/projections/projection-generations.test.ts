import { expect, test } from 'vitest';
import type { GenerationStatus } from '../../admin-answers.ts';
import { eventsPerSecond, groupGenerations, samplePositions } from './projection-generations.ts';

function generation(
  number: number,
  role: GenerationStatus['role'],
  { state = 'live' as GenerationStatus['state'], position = 0 } = {},
): GenerationStatus {
  return {
    name: 'event-feed',
    version: '1.1',
    generation: number,
    state,
    role,
    size_bytes: 8_192,
    stopped_reason: null,
    damage: null,
    first_fill: false,
    position,
    lag_events: 0,
    lag_seconds: 0,
    parked: 0,
    verified_with: null,
    progress: null,
  };
}

test('generations of a projection are grouped as live, next, earlier and surplus', () => {
  const all = [
    generation(1, null, { state: 'retired' }),
    generation(2, 'previous', { state: 'ready' }),
    generation(3, 'live'),
    generation(4, 'surplus', { state: 'ready' }),
    generation(5, 'building', { state: 'building' }),
  ];
  expect(groupGenerations(all)).toEqual([
    { name: 'event-feed', live: all[2], next: all[4], before: all[1], surplus: [all[3]] },
  ]);
  expect(groupGenerations([generation(1, 'building', { state: 'building' })])).toMatchObject([
    { live: null, before: null, surplus: [] },
  ]);
});

test('after a rollback, the newer generation is next', () => {
  const all = [generation(1, 'live'), generation(2, 'previous', { state: 'ready' })];
  expect(groupGenerations(all)).toMatchObject([{ live: all[0], next: all[1], before: null }]);
});

test('a stopped generation stays the live generation', () => {
  const stopped = generation(1, 'live', { state: 'stopped' });
  expect(groupGenerations([stopped])).toMatchObject([{ live: stopped }]);
});

test('the rate counts the events between two answers', () => {
  const projection = generation(3, 'live', { position: 1_000 });
  const earlier = samplePositions([projection], 10_000);
  const later = samplePositions([{ ...projection, position: 1_600 }], 12_000);
  expect(eventsPerSecond(projection, earlier, later)).toBe(300);
  expect(eventsPerSecond(projection, null, later)).toBeNull();
  expect(eventsPerSecond(projection, later, later)).toBeNull();
  expect(eventsPerSecond(generation(4, 'building'), earlier, later)).toBeNull();
});
