import { expect, test } from 'vitest';
import type { HubClient } from '../../../../../shared/client/open-client.ts';
import { dayMs } from '../../../../../shared/domain/durations.ts';
import { askHourlyPoints } from './ask-hourly-points.ts';

const wanted = { id: 'a', skill: 'Slayer', now: Date.parse('2026-11-30T12:00Z'), spanMs: dayMs };
const never = new AbortController().signal;

/** Answers each path with these data. */
function clientWith(points: readonly (readonly [string, number])[], asked: string[] = []): HubClient {
  const data = { series: [{ points }], gains: [{ skill: 'Slayer', xp: 400 }] };
  const get = async (path: string) => {
    asked.push(path);
    return { data };
  };
  return { get } as unknown as HubClient;
}

test('the first hour of a young account begins with the xp before its gain', async () => {
  const points = [['2026-11-30T10:00:00.000Z', 1_000]] as const;
  expect(await askHourlyPoints(clientWith(points), wanted, never)).toEqual([
    ['2026-11-30T09:00:00.000Z', 600],
    ['2026-11-30T10:00:00.000Z', 1_000],
  ]);
  expect(await askHourlyPoints(clientWith([]), wanted, never)).toEqual([]);
});

test('points that begin before the range need no gain', async () => {
  const asked: string[] = [];
  const points = [['2026-11-28T10:00:00.000Z', 1_000]] as const;
  expect(await askHourlyPoints(clientWith(points, asked), wanted, never)).toEqual(points);
  expect(asked).toEqual(['/accounts/{id}/xp']);
});
