import { expect, test } from 'vitest';
import { playedDays, type SessionData } from './played-days.ts';

const noon = new Date(2026, 8, 14, 12).getTime();
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();

test('a session over midnight is in both days, and an open one lasts until it was last seen', () => {
  const sessions = [session('open', -1, null), session('night', -13, -11)];
  const [today, yesterday, before] = playedDays(sessions, noon, 3);
  expect(today?.parts.map(({ session: { id }, fromMinute, toMinute }) => [id, fromMinute, toMinute])).toEqual(
    [
      ['open', 660, 720],
      ['night', 0, 60],
    ],
  );
  expect(yesterday?.playedMs).toBe(3_600_000);
  expect(before?.parts).toEqual([]);
});

function session(id: string, from: number, to: number | null): SessionData {
  return {
    id,
    started_at: at(from),
    ended_at: to === null ? null : at(to),
    last_seen_at: at(to ?? 0),
    duration_ms: 0,
    worlds: [486],
    end_reason: to === null ? null : 'logout',
  };
}
