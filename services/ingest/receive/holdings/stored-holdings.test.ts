import { describe, expect, it } from 'vitest';
import { newEvent } from '../../../../shared/events/event.ts';
import { holdings } from '../../../../shared/events/holdings.ts';
import { openTestLog } from '../../../../shared/projection/testing/open-test-log.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import { createOvertakenRepair } from './repair-overtaken.ts';
import { createStoredHoldings, isStored } from './stored-holdings.ts';

const subject = 'Qu1llonFen00';
const start = 1_789_410_127_400;
const minute = 60_000;

function bank(at: number, quantity: number): HoldingEvent {
  const data = { at: start + at, items: [{ id: 995, quantity }] };
  return newEvent(holdings.bank, { subject, source: 'gim', part: 'bank' }, data) as HoldingEvent;
}

async function openAfter(...banks: readonly HoldingEvent[]) {
  const log = await openTestLog('hub');
  const deps = { ...log, clock: Date.now, isSoleProcess: false };
  const stored = createStoredHoldings(deps);
  const repair = createOvertakenRepair(deps, stored);
  await stored.load(subject, 0);
  for (const event of banks) await log.journal.append([event]);
  repair.expect(banks, 0);
  const quantities = async () => {
    const places = Array.from({ length: 12 }, (_, partition) => ({
      ...{ stream: 'hub.holdings' as const, partition, offset: 0 },
    }));
    const pages = await log.journal.log.read(places, { maxRecords: 100, waitMs: 0 });
    const decoded = await log.journal.decode(pages.flatMap(({ records }) => records));
    return decoded.map((each) =>
      each.kind === 'event'
        ? (each.event.data as { items: { quantity: number }[] }).items[0]?.quantity
        : null,
    );
  };
  return { stored, repair, quantities };
}

describe('a report that another process overtook', () => {
  it('is appended again, but only once', async () => {
    const { stored, repair, quantities } = await openAfter(bank(30_000, 400), bank(20_000, 300));
    // The other append may still be under way.
    await repair.run(5_000);
    expect(await quantities()).toEqual([400, 300]);
    for (const now of [10_000, 20_000, 40_000]) await repair.run(now);
    expect(await quantities()).toEqual([400, 300, 400]);
    expect(repair.isNeeded()).toBe(false);
    expect(isStored(bank(0, 400), stored.find(bank(0, 400)))).toBe(true);
  });

  it('changes nothing when the reports are in order, or when a clock was set back', async () => {
    for (const [first, second] of [
      [20_000, 30_000],
      [0, 0],
      [60 * minute, 0],
    ] as const) {
      const { repair, stored, quantities } = await openAfter(bank(first, 300), bank(second, 400));
      await repair.run(10_000);
      expect(await quantities()).toEqual([300, 400]);
      expect(isStored(bank(0, 400), stored.find(bank(0, 400)))).toBe(true);
    }
  });
});

describe('an append that is noted while the log is read', () => {
  it('counts as newer than the records of the read', async () => {
    const log = await openTestLog('hub');
    await log.journal.append([bank(0, 300)]);
    const stored = createStoredHoldings({ ...log, clock: Date.now, isSoleProcess: true });
    const reading = stored.load(subject, 0);
    await stored.load(subject, 0);
    stored.note(bank(10 * minute, 400), 0);
    await reading;
    expect(isStored(bank(10 * minute, 400), stored.find(bank(0, 0)))).toBe(true);
  });

  it('makes the read start again when the append failed', async () => {
    const log = await openTestLog('hub');
    await log.journal.append([bank(0, 300)]);
    const stored = createStoredHoldings({ ...log, clock: Date.now, isSoleProcess: false });
    await stored.load(subject, 0);
    const reading = stored.load(subject, 0);
    stored.forget(subject);
    await reading;
    expect(isStored(bank(0, 300), stored.find(bank(0, 0)))).toBe(true);
  });
});
