import { describe, expect, it } from 'vitest';
import { startOfLocalDay } from './local-day.ts';

describe('startOfLocalDay', () => {
  it.each([
    ['UTC', '2026-09-14T10:00:00Z', '2026-09-14T00:00:00Z'],
    ['Europe/Amsterdam', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Amsterdam', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
    // Midnight comes twice, and the first midnight begins the day.
    ['America/Havana', '2025-11-02T17:00:00Z', '2025-11-02T04:00:00Z'],
    // Midnight is missing: the day begins at 01:00.
    ['America/Havana', '2025-03-09T17:00:00Z', '2025-03-09T05:00:00Z'],
    // The clock moves by half an hour.
    ['Australia/Lord_Howe', '2026-04-05T03:00:00Z', '2026-04-04T13:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T03:00:00Z', '2026-10-03T13:30:00Z'],
    ['Asia/Kathmandu', '2026-09-14T18:14:59Z', '2026-09-13T18:15:00Z'],
    ['Asia/Kathmandu', '2026-09-14T18:15:00Z', '2026-09-14T18:15:00Z'],
    // Samoa had no 30 December 2011.
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29T10:00:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z'],
  ])('in %s at %s is %s', (zone, now, start) => {
    expect(new Date(startOfLocalDay(Date.parse(now), zone)).toISOString()).toBe(
      new Date(start).toISOString(),
    );
  });
});
