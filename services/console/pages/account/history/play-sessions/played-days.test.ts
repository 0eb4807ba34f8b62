import { expect, onTestFinished, test, vi } from 'vitest';
import { listPlayedDays, type PlaySessionData, sumPlayedDays } from './played-days.ts';

const noon = new Date(2026, 8, 14, 12).getTime();
const at = (hours: number) => new Date(noon + hours * 3_600_000).toISOString();

test('a session over midnight is in both days, and an open session lasts until the player was last seen', () => {
  const sessions = [session('open', -1, null), session('night', -13, -11)];
  const [today, yesterday, before] = listPlayedDays(sessions, noon, 3);
  expect(today?.parts.map(({ session: { id }, fromMinute, toMinute }) => [id, fromMinute, toMinute])).toEqual(
    [
      ['open', 660, 720],
      ['night', 0, 60],
    ],
  );
  expect(yesterday?.minutes).toBe(60);
  expect(before?.parts).toEqual([]);
});

test('the sum has the rounded minutes of the shown days, and not of the days before', () => {
  const sessions = [
    session('short', -1, -1 + 100 / 3_600),
    session('long', -2, -2 + 110 / 3_600),
    session('night', -13, -11),
    session('earlier', -60, -40),
  ];
  const days = listPlayedDays(sessions, noon, 2);
  // The 210 seconds of today are 4 minutes, as on the calendar.
  expect(days.map(({ minutes }) => minutes)).toEqual([64, 60]);
  expect(sumPlayedDays(days)).toEqual({ sessions: 3, minutes: 124 });
});

test.each([
  // The hour from two to three is repeated.
  ['2026-10-25T22:10Z', '2026-10-25T22:50Z', 40, 1_390, 1_430],
  ['2026-10-25T00:30Z', '2026-10-25T03:30Z', 180, 150, 270],
  ['2026-10-25T00:50Z', '2026-10-25T01:10Z', 20, 170, 170],
  ['2026-10-25T22:30Z', '2026-10-25T23:30Z', 30, 1_410, 1_440],
  // The hour from two to three is skipped.
  ['2026-03-29T00:30Z', '2026-03-29T02:30Z', 120, 90, 270],
])(
  'when the clock changes, a session from %s to %s keeps its start time and its length',
  (from, to, ...expected) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => void vi.unstubAllEnvs());
    const played = { ...session('played', 0, 0), started_at: from, ended_at: to };
    const evening = Date.parse(`${from.slice(0, 10)}T20:00Z`);
    const [day] = listPlayedDays([played], evening, 1);
    const [part] = day?.parts ?? [];
    expect([day?.minutes, part?.fromMinute, part?.toMinute]).toEqual(expected);
  },
);

function session(id: string, from: number, to: number | null): PlaySessionData {
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
