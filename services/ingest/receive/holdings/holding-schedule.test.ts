import { expect, test } from 'vitest';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import { newEvent } from '../../../../shared/events/event.ts';
import { holdings } from '../../../../shared/events/holdings.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import { createHoldingSchedule } from './holding-schedule.ts';
import type { StoredHolding, StoredHoldings } from './stored-holdings.ts';
import { createWaitingHoldings } from './waiting-holdings.ts';

const reportedAt = 1_800_000_000_000;

/** A waiting bank that is `lateMs` newer than the bank that another process stored. */
function openSchedule(lateMs: number) {
  const data = { at: reportedAt + lateMs, items: [] };
  const about = { subject: 'aaaaaaaaaaaa', source: 'gim', part: 'bank' };
  const event = newEvent(holdings.bank, about, data) as HoldingEvent;
  const known: StoredHolding = { content: 'another bank', at: reportedAt, storedAt: 0 };
  const stored = { find: () => known, note: () => {} } as Partial<StoredHoldings> as StoredHoldings;
  const waiting = createWaitingHoldings(1_000);
  waiting.add({ event, dueAt: minuteMs });
  return { event, waiting, schedule: createHoldingSchedule(stored, waiting, { isSoleProcess: false }) };
}

test.each([
  ['newer than', 10_000, true],
  ['the same as', 0, false],
  ['older than', -10_000, false],
  ['so old that a clock was set back, compared with', -10 * minuteMs, true],
])('the age decides about a waiting report: %s the report of another process', (_age, lateMs, isAppended) => {
  const { event, waiting, schedule } = openSchedule(lateMs);
  expect(schedule.takeWaitingIfDue(event, minuteMs, false)).toBe(isAppended);
  expect(waiting.isEmpty()).toBe(true);
});
