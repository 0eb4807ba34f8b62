import { expect, test } from 'vitest';
import { manifestFile } from '../../../shared/backup/folder/manifest.ts';
import { selectBackupsToKeep } from '../../../shared/backup/taking/rotate-backups.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/domain/durations.ts';
import { backupDelayMs, isBackupDue, lastDueTime } from './backup-schedule.ts';

/** The times of the backups that a hub keeps after a backup. */
type Rotation = (backups: readonly number[], taken: number) => number[];

/** @returns the times of the backups of a hub that checks at each `clock(turn)` */
function nightsOf(
  clock: (turn: number) => number,
  turns: number,
  hour: number,
  rotation: Rotation = (backups) => [...backups],
): number[] {
  const taken: number[] = [];
  let known: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const now = clock(turn);
    if (!isBackupDue(now, hour, { taken: known, since: clock(0) })) continue;
    taken.push(now);
    known = rotation([...known, now], now);
  }
  return taken;
}

const fileAt = (time: number) => manifestFile(new Date(time));

/** `good` is the time of the last backup that a drill found good. */
function rotated(backups: readonly number[], taken: number, good: number): number[] {
  const listed = backups.map((time) => ({
    file: fileAt(time),
    manifest: { taken_at: new Date(time).toISOString(), kind: 'nightly' as const, hub_version: '1' },
  }));
  const last = listed.find(({ file }) => file === fileAt(taken));
  if (last === undefined) throw new Error('the backup is not among them');
  return selectBackupsToKeep(listed, last, fileAt(good)).map(({ manifest }) => Date.parse(manifest.taken_at));
}

/** The newest backup of each of the last 8 weeks, which begin on a Monday in UTC. */
function newestOfWeeks(taken: readonly number[], now: number): number[] {
  const day = new Date(now);
  const monday = day.setUTCHours(0, 0, 0, 0) - ((day.getUTCDay() + 6) % 7) * dayMs;
  const weeks = Array.from({ length: 8 }, (_, back) => monday - back * 7 * dayMs);
  return weeks.flatMap((from) => taken.findLast((time) => time >= from && time < from + 7 * dayMs) ?? []);
}

test('takes a backup on each of 400 days, and each night keeps 14 days, 8 weeks and the last good backup', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Paris';
  try {
    const start = Date.UTC(2027, 8, 1, 12);
    const all: number[] = [];
    let good = Number.NaN;
    const taken = nightsOf(
      (turn) => start + turn * 15 * minuteMs,
      400 * 96,
      3,
      (backups, now) => {
        all.push(now);
        // Drills found only the first backup and a backup in the middle good.
        if (all.length === 1 || all.length === 200) good = now;
        const left = rotated(backups, now, good);
        const promised = new Set([...all.slice(-14), ...newestOfWeeks(all, now), good]);
        expect(left).toEqual([...promised].sort((one, other) => one - other));
        return left;
      },
    );
    const nights = taken.slice(1);
    expect(nights).toHaveLength(400);
    for (const [night, time] of nights.entries()) {
      expect(time).toBe(Date.UTC(2027, 8, 2 + night, 3));
    }
    expect(nights.map((time) => new Date(time).toISOString().slice(0, 10))).toContain('2028-02-29');
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('takes a missed backup after the start delay', () => {
  const started = Date.UTC(2026, 5, 1, 20);
  const known = { taken: [Date.UTC(2026, 4, 31, 3)], since: started };
  expect(isBackupDue(started, 3, known)).toBe(false);
  expect(isBackupDue(started + backupDelayMs, 3, known)).toBe(true);
  expect(isBackupDue(started + backupDelayMs, 3, { ...known, taken: [Date.UTC(2026, 5, 1, 4)] })).toBe(false);
  // A backup at its hour does not wait for the delay.
  const before = { taken: [], since: Date.UTC(2026, 5, 2, 2, 59) };
  expect(isBackupDue(Date.UTC(2026, 5, 2, 3), 3, before)).toBe(true);
});

test('a clock that jumps back does not stop or repeat backups', () => {
  const start = Date.UTC(2026, 5, 1, 12);
  const jump = 10 * 96;
  const clock = (turn: number) => start + turn * 15 * minuteMs - (turn >= jump ? 30 * dayMs : 0);
  const taken = nightsOf(clock, 20 * 96, 3);
  const after = taken.filter((time) => time < start);
  expect(after.length).toBeGreaterThanOrEqual(10);
  expect(after.length).toBeLessThanOrEqual(11);
  expect(lastDueTime(start, 12)).toBe(start);
  expect(lastDueTime(start - 1, 12)).toBe(start - 24 * hourMs);
});
