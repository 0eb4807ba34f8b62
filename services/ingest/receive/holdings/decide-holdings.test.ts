import { expect, test } from 'vitest';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import { newEvent } from '../../../../shared/events/event.ts';
import { holdings } from '../../../../shared/events/holdings.ts';
import { decideHoldings, decideWaitingHoldings, waitAgain } from './decide-holdings.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import { type HoldingsMemory, noHoldings, waitingOf } from './holdings-memory.ts';

const reportedAt = 1_800_000_000_000;
const several = { isSoleProcess: false, room: 10_000, logs: new Map() };
const alone = { ...several, isSoleProcess: true };

function bank(at: number, quantity = 1): HoldingEvent {
  const data = { at: reportedAt + at, items: [{ id: 995, quantity }] };
  const about = { subject: 'aaaaaaaaaaaa', source: 'gim', part: 'bank' };
  return newEvent(holdings.bank, about, data) as HoldingEvent;
}

function waitingAfter(memory: HoldingsMemory, event: HoldingEvent, dueAt = minuteMs): HoldingsMemory {
  return { ...memory, waiting: new Map([[event.key, waitingOf(event, dueAt)]]) };
}

test.each([
  ['newer than', 10_000, true],
  ['the same as', 0, false],
  ['older than', -10_000, false],
  ['so old that a clock was set back, compared with', -10 * minuteMs, true],
])('the age decides about a waiting report: %s the report of another process', (_age, lateMs, isAppended) => {
  const event = bank(lateMs);
  const stored = new Map([[event.key, { content: 'another bank', at: reportedAt, storedAt: 0 }]]);
  const memory = waitingAfter({ ...noHoldings, stored }, event);
  const decided = decideWaitingHoldings(memory, minuteMs, { ...several, now: minuteMs });
  expect(decided.due.length > 0).toBe(isAppended);
  expect(decided.holdings.waiting.size).toBe(0);
});

test('the newer holding stays when an earlier append of its key fails', () => {
  const memory = waitingAfter(noHoldings, bank(20_000, 3));
  const failed = waitAgain(memory, [bank(0, 2)], 5);
  expect([...failed.waiting.values()].map(({ event }) => event.data.at - reportedAt)).toEqual([20_000]);
});

test('a failed append makes its holding wait, due at once, and its subject unknown', () => {
  const first = decideHoldings(
    { ...noHoldings, read: new Map([['aaaaaaaaaaaa', { next: 7, now: 0 }]]) },
    [bank(0)],
    {
      ...alone,
      now: 0,
    },
  );
  expect(first.due).toHaveLength(1);
  const failed = waitAgain(first.holdings, first.due, 5);
  expect([...failed.waiting.values()].map(({ dueAt }) => dueAt)).toEqual([5]);
  expect([failed.read.size, failed.stored.size]).toEqual([0, 0]);
});

test('a holding that finds no room to wait is appended at once', () => {
  const stored = decideHoldings(noHoldings, [bank(0, 1)], { ...alone, now: 0 }).holdings;
  const bytes = JSON.stringify(bank(1_000, 2)).length;
  const inRoom = (room: number) =>
    decideHoldings(stored, [bank(1_000, 2)], { ...alone, now: 1_000, room }).due.length;
  expect([inRoom(bytes), inRoom(bytes - 1)]).toEqual([0, 1]);
});

test('a waiting holding that is replaced needs room only for the difference', () => {
  const stored = decideHoldings(noHoldings, [bank(0, 1)], { ...alone, now: 0 }).holdings;
  const waiting = decideHoldings(stored, [bank(1_000, 2)], { ...alone, now: 1_000 }).holdings;
  const replaced = decideHoldings(waiting, [bank(2_000, 3)], { ...alone, now: 2_000, room: 0 });
  expect(replaced.due).toEqual([]);
  expect([...replaced.holdings.waiting.values()].map(({ event }) => event.data.at)).toEqual([
    reportedAt + 2_000,
  ]);
});
