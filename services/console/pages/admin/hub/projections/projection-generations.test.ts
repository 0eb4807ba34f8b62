import { expect, test } from 'vitest';
import type { GenerationStatus } from '../../admin-answers.ts';
import { eventsPerSecond, groupGenerations, samplePositions } from './projection-generations.ts';

function generation(number: number, state: GenerationStatus['state'], position = 0): GenerationStatus {
  return {
    name: 'event-feed',
    version: '1.1',
    generation: number,
    state,
    stopped_reason: null,
    damage: null,
    position,
    lag_events: 0,
    lag_seconds: 0,
    parked: 0,
    verified_with: null,
    progress: null,
  };
}

test('a projection has what is served, what follows and what came before', () => {
  const all = [
    generation(1, 'retired'),
    generation(2, 'ready'),
    generation(3, 'live'),
    generation(4, 'building'),
  ];
  expect(groupGenerations(all)).toEqual([{ name: 'event-feed', live: all[2], next: all[3], before: all[1] }]);
  expect(groupGenerations([generation(1, 'building')])).toMatchObject([{ live: null, before: null }]);
});

test('tables of a shape before an update came before those that are served, also while both are live', () => {
  const all = [generation(1, 'live'), generation(2, 'live'), generation(3, 'ready')];
  expect(groupGenerations(all)).toEqual([{ name: 'event-feed', live: all[1], next: all[2], before: all[0] }]);
});

test('the rate is what was taken between two answers', () => {
  const projection = generation(3, 'live', 1_000);
  const earlier = samplePositions([projection], 10_000);
  const later = samplePositions([{ ...projection, position: 1_600 }], 12_000);
  expect(eventsPerSecond(projection, earlier, later)).toBe(300);
  expect(eventsPerSecond(projection, null, later)).toBeNull();
  expect(eventsPerSecond(projection, later, later)).toBeNull();
  expect(eventsPerSecond(generation(4, 'building'), earlier, later)).toBeNull();
});
