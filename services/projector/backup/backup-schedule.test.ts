import { expect, test } from 'vitest';
import { backupsToKeep } from '../../../shared/backup/rotate-backups.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import { isBackupDue, lastDue, settleMs } from './backup-schedule.ts';

/** Runs a hub that looks every quarter of an hour, whose clock says `clock(turn)`. @returns when it took backups */
function nightsOf(clock: (turn: number) => number, turns: number, hour: number): number[] {
  const taken: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const now = clock(turn);
    if (isBackupDue(now, hour, { taken, since: clock(0) })) taken.push(now);
  }
  return taken;
}

test('400 days over changes of the summer time and a leap day have a backup each, at the same hour of UTC', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Paris';
  try {
    const start = Date.UTC(2027, 8, 1, 12);
    const taken = nightsOf((turn) => start + turn * 15 * minuteMs, 400 * 96, 3);
    const nights = taken.slice(1);
    expect(nights).toHaveLength(400);
    for (const [night, time] of nights.entries()) {
      expect(time).toBe(Date.UTC(2027, 8, 2 + night, 3));
    }
    expect(nights.map((time) => new Date(time).toISOString().slice(0, 10))).toContain('2028-02-29');
    const kept = backupsToKeep(taken, nights.at(-1) ?? 0);
    expect(taken.slice(-14).every((time) => kept.has(time))).toBe(true);
    // The newest is of a Thursday: of its 8 weeks those of 5 Sundays lie before the 14 days.
    expect(kept.size).toBe(14 + 5);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('a night that was missed is made up for once the hub has settled', () => {
  const started = Date.UTC(2026, 5, 1, 20);
  const known = { taken: [Date.UTC(2026, 4, 31, 3)], since: started };
  expect(isBackupDue(started, 3, known)).toBe(false);
  expect(isBackupDue(started + settleMs, 3, known)).toBe(true);
  expect(isBackupDue(started + settleMs, 3, { ...known, taken: [Date.UTC(2026, 5, 1, 4)] })).toBe(false);
  // At its hour none waits for that.
  const before = { taken: [], since: Date.UTC(2026, 5, 2, 2, 59) };
  expect(isBackupDue(Date.UTC(2026, 5, 2, 3), 3, before)).toBe(true);
});

test('a clock that jumps back neither ends the backups nor repeats them', () => {
  const start = Date.UTC(2026, 5, 1, 12);
  const jump = 10 * 96;
  const clock = (turn: number) => start + turn * 15 * minuteMs - (turn >= jump ? 30 * dayMs : 0);
  const taken = nightsOf(clock, 20 * 96, 3);
  const after = taken.filter((time) => time < start);
  expect(after.length).toBeGreaterThanOrEqual(10);
  expect(after.length).toBeLessThanOrEqual(11);
  expect(lastDue(start, 12)).toBe(start);
  expect(lastDue(start - 1, 12)).toBe(start - 24 * hourMs);
});
