import { describe, expect, it } from 'vitest';
import { newEvent } from '../../../../shared/events/event.ts';
import { holdings } from '../../../../shared/events/holdings.ts';
import { openTestLog } from '../../../../shared/projection/testing/open-test-log.ts';
import type { HoldingEvent } from '../holdings/events-of-holdings.ts';
import { isStored } from '../holdings/holdings-memory.ts';
import { isWaiting } from './account-memory.ts';
import { createWaitingAppender } from './append-waiting.ts';
import { withoutTaken } from './decide.ts';
import { keepAccounts, type RememberedAccount } from './keep-accounts.ts';
import { loadHoldings } from './load-account.ts';

const subject = 'Qu1llonFen00';
const start = 1_789_410_127_400;
const minute = 60_000;

function bank(at: number, quantity: number): HoldingEvent {
  const data = { at: start + at, items: [{ id: 995, quantity }] };
  return newEvent(holdings.bank, { subject, source: 'gim', part: 'bank' }, data) as HoldingEvent;
}

async function openLog(isSoleProcess = false) {
  const log = await openTestLog('hub');
  const known = { accounts: new Map([[subject, {}]]), members: new Map() };
  const directory = { currentOrStale: () => known } as never;
  const deps = { ...log, clock: Date.now, directory, isSoleProcess };
  const accounts = keepAccounts();
  const inAccount = <Result>(work: (account: RememberedAccount) => Promise<Result>) =>
    accounts.use(subject, work);
  const load = () => inAccount((account) => loadHoldings(deps, account, [bank(0, 0)], 0));
  const isBankStored = (event: HoldingEvent) =>
    inAccount(async ({ memory }) => isStored(event, memory.holdings.stored.get(event.key)));
  return { log, deps, accounts, inAccount, load, isBankStored };
}

async function openAfter(...banks: readonly HoldingEvent[]) {
  const { log, deps, accounts, inAccount, load, isBankStored } = await openLog();
  await load();
  for (const event of banks) await log.journal.append([event]);
  await inAccount(async (account) => {
    const checked = { ...account.memory.holdings, checkAt: 10_000 };
    account.memory = { ...account.memory, holdings: checked };
  });
  const appendWaiting = createWaitingAppender(deps, accounts);
  const run = (now: number) => appendWaiting(now);
  const isNeeded = () => accounts.waiting().some(({ memory }) => isWaiting(memory));
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
  return { run, isNeeded, isBankStored, quantities };
}

describe('a report that another process overtook', () => {
  it('is appended again, but only once', async () => {
    const { run, isNeeded, isBankStored, quantities } = await openAfter(bank(30_000, 400), bank(20_000, 300));
    // The other append may still be under way.
    await run(5_000);
    expect(await quantities()).toEqual([400, 300]);
    for (const now of [10_000, 20_000, 40_000]) await run(now);
    expect(await quantities()).toEqual([400, 300, 400]);
    expect(isNeeded()).toBe(false);
    expect(await isBankStored(bank(0, 400))).toBe(true);
  });

  it('changes nothing when the reports are in order, or when a clock was set back', async () => {
    for (const [first, second] of [
      [20_000, 30_000],
      [0, 0],
      [60 * minute, 0],
    ] as const) {
      const { run, isBankStored, quantities } = await openAfter(bank(first, 300), bank(second, 400));
      await run(10_000);
      expect(await quantities()).toEqual([300, 400]);
      expect(await isBankStored(bank(0, 400))).toBe(true);
    }
  });
});

it('a sole process reads holdings that a replay appended, within a minute', async () => {
  const { log, deps, inAccount, load, isBankStored } = await openLog(true);
  await log.journal.append([bank(0, 300)]);
  await load();
  await log.journal.append([bank(1_000, 400)]);
  await load();
  expect(await isBankStored(bank(0, 300))).toBe(true);
  await inAccount((account) => loadHoldings(deps, account, [bank(0, 0)], minute));
  expect(await isBankStored(bank(0, 400))).toBe(true);
});

describe('a report that comes while the log is read for another report', () => {
  it('is decided after the read, so that it counts as newer than the records of the read', async () => {
    const { log, deps, inAccount, isBankStored } = await openLog(true);
    await log.journal.append([bank(0, 300)]);
    const note = (event: HoldingEvent) =>
      inAccount((account) =>
        account.inTurn(async () => {
          await loadHoldings(deps, account, [event], 0);
          const stored = { content: '', at: event.data.at, storedAt: 0 };
          const { memory } = account;
          const all = new Map(memory.holdings.stored).set(event.key, stored);
          account.memory = { ...memory, holdings: { ...memory.holdings, stored: all } };
        }),
      );
    await Promise.all([note(bank(10 * minute, 400)), note(bank(20 * minute, 500))]);
    expect(await isBankStored(bank(0, 300))).toBe(false);
  });

  it('makes the read start again when the append of another report failed', async () => {
    const { log, deps, inAccount, isBankStored, load } = await openLog();
    await log.journal.append([bank(0, 300)]);
    await load();
    await inAccount(async (account) => {
      const reading = loadHoldings(deps, account, [bank(0, 0)], 0);
      const taken = { tiles: [], holdings: [bank(0, 200)] };
      account.memory = withoutTaken(account.memory, taken, 0);
      await reading;
    });
    expect(await isBankStored(bank(0, 300))).toBe(true);
  });
});
