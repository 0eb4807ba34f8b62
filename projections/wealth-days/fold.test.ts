import { describe, expect, it } from 'vitest';
import type { RecordedEventOf } from '../../shared/events/event.ts';
import type { gearReported } from '../../shared/events/types/gear-reported.ts';
import { foldRows } from '../../shared/projection/testing/fold-rows.ts';
import { wealthDaysProjection } from './projection.ts';

type WealthDaysEvent = RecordedEventOf<typeof gearReported>;

const day = (hours: number) => Date.UTC(2026, 8, 14) + hours * 3_600_000;

describe('wealth days', () => {
  it('has no value before an inventory was sent', () => {
    expect(daysAfter(gear(day(1), 500, null))).toEqual([]);
  });

  it('counts equipment that was never sent as 0, and keeps the half that a message leaves out', () => {
    expect(daysAfter(gear(day(1), null, 100), gear(day(2), 500, null))).toEqual([
      { day: '2026-09-14', last_value: 600, max_value: 600 },
    ]);
  });

  it('keeps the highest and the last value of a UTC day', () => {
    expect(daysAfter(gear(day(1), 0, 900), gear(day(2), 0, 100), gear(day(3), 0, 300))).toEqual([
      { day: '2026-09-14', last_value: 300, max_value: 900 },
    ]);
  });

  it('a day begins with the value that was known before its first message', () => {
    expect(daysAfter(gear(day(23.9), 50, 700), gear(day(24), null, null), gear(day(30), null, 10))).toEqual([
      { day: '2026-09-14', last_value: 750, max_value: 750 },
      { day: '2026-09-15', last_value: 60, max_value: 750 },
    ]);
  });

  it('holds a value at 2^53 - 1', () => {
    const largest = Number.MAX_SAFE_INTEGER;
    expect(daysAfter(gear(day(1), largest, largest))).toMatchObject([{ max_value: largest }]);
  });
});

function daysAfter(...events: WealthDaysEvent[]) {
  return foldRows(wealthDaysProjection, events).day;
}

function gear(at: number, worn: number | null, carried: number | null): WealthDaysEvent {
  return {
    stream: 'hub.gear',
    partition: 0,
    offset: 0,
    recordId: '00000000-0000-4000-8000-000000000000',
    subject: 'aB3xYz91kQw0',
    source: 'ha',
    recordTime: at,
    type: 'gear-reported',
    data: {
      at,
      worn: worn === null ? null : { items: [], value: worn },
      carried: carried === null ? null : { value: carried },
    },
  };
}
