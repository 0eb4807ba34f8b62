import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectBackupsToKeep, selectTimesToKeep } from './rotate-backups.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2025, 0, 1, 3);

function rotated(times: readonly number[]): number[] {
  let kept: readonly number[] = [];
  for (const time of times) kept = [...selectTimesToKeep([...kept, time], time)];
  return [...kept].sort((left, right) => left - right);
}

test('nightly backups of 400 days leave 14 days, and the Sundays of the 6 earlier weeks', () => {
  const nights = Array.from({ length: 400 }, (_, day) => start + day * dayMs);
  const kept = rotated(nights);
  expect(kept.slice(-14)).toEqual(nights.slice(-14));
  const older = kept.slice(0, -14);
  expect(older.every((time) => new Date(time).getUTCDay() === 0)).toBe(true);
  // The 14 days contain the newest of the 6 Sundays.
  expect(new Date(nights.at(-1) ?? 0).toISOString().slice(0, 10)).toBe('2026-02-04');
  expect(older.map((time) => new Date(time).toISOString().slice(0, 10))).toEqual([
    '2025-12-21',
    '2025-12-28',
    '2026-01-04',
    '2026-01-11',
    '2026-01-18',
  ]);
});

test('with missed and repeated nights over 400 days, the rotation keeps its promises', () => {
  const history = fc.array(fc.integer({ min: 0, max: 400 * 24 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(history, (hours) => {
      const times = [...new Set(hours)]
        .sort((left, right) => left - right)
        .map((hour) => start + (hour * dayMs) / 24);
      const kept = rotated(times);
      const newest = times.at(-1) ?? 0;
      expect(kept.at(-1)).toBe(newest);
      expect(kept.length).toBeLessThanOrEqual(22);
      expect(kept).toEqual([...selectTimesToKeep(times, newest)].sort((left, right) => left - right));
      // Erased data is in no backup after 8 weeks.
      expect(kept.every((time) => newest - time < 8 * 7 * dayMs)).toBe(true);
      for (let back = 0; back < 14; back += 1) {
        const day = Math.floor(newest / dayMs) - back;
        const last = times.findLast((time) => Math.floor(time / dayMs) === day);
        if (last !== undefined) expect(kept).toContain(last);
      }
    }),
    { numRuns: 60, seed: 1 },
  );
});

interface Made {
  readonly hours: number;
  readonly kind?: 'manual' | 'nightly';
  readonly release?: string;
}

/** The backups that stay, as hours since the start. */
function staying(made: readonly Made[], good?: string): number[] {
  const backups = made.map(({ hours, kind = 'nightly', release = '2' }) => ({
    hours,
    file: String(hours),
    manifest: {
      taken_at: new Date(start + (hours * dayMs) / 24).toISOString(),
      kind,
      hub_version: release,
    },
  }));
  const taken = backups.at(-1);
  if (taken === undefined) throw new Error('no backup was taken');
  return selectBackupsToKeep(backups, taken, good).map(({ hours }) => hours);
}

test('a manual backup stays for 24 hours', () => {
  const byHand = { hours: 0, kind: 'manual' } as const;
  expect(staying([byHand, { hours: 1 }, { hours: 2 }])).toEqual([0, 2]);
  expect(staying([byHand, { hours: 20 }, { hours: 24 }])).toEqual([20, 24]);
  // The clock was set back an hour, and later a year.
  const ahead = { hours: 3, kind: 'manual' } as const;
  expect(staying([ahead, { hours: 4 }, { hours: 2 }])).toEqual([3, 4, 2]);
  expect(staying([{ ...ahead, hours: 8_760 }, { hours: 8_761 }, { hours: 2 }])).toEqual([8_761, 2]);
});

test('the newest backup with a good drill stays, however old the backup is', () => {
  const nights = Array.from({ length: 100 }, (_, night) => ({ hours: night * 24 }));
  expect(staying(nights)).not.toContain(24);
  expect(staying(nights, '24')).toEqual([24, ...staying(nights)]);
  expect(staying(nights, 'unknown')).toEqual(staying(nights));
});

test('the newest backup of each release stays for 14 days', () => {
  const before = [
    { hours: 0, release: '1' },
    { hours: 1, release: '1' },
  ];
  expect(staying([...before, { hours: 2 }, { hours: 3 }])).toEqual([1, 3]);
  const nights = Array.from({ length: 14 }, (_, night) => ({ hours: 3 + night * 24 }));
  expect(staying([...before, ...nights])).toContain(1);
  expect(staying([...before, ...nights, { hours: 14 * 24 + 1 }])).not.toContain(1);
});

test('backups of a clock that was a year ahead do not displace other backups', () => {
  const nights = Array.from({ length: 20 }, (_, day) => start + day * dayMs);
  const ahead = [start + 365 * dayMs, start + 365 * dayMs + 1];
  const now = nights.at(-1) ?? 0;
  const kept = selectTimesToKeep([...nights, ...ahead], now);
  expect([...kept].filter((time) => time <= now)).toEqual([...selectTimesToKeep(nights, now)]);
  expect([...kept].filter((time) => time > now)).toEqual([ahead[1]]);
});
