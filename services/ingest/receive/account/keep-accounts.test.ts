import { describe, expect, it } from 'vitest';
import { newEvent } from '../../../../shared/events/event.ts';
import { holdings } from '../../../../shared/events/holdings.ts';
import type { HoldingEvent } from '../holdings/events-of-holdings.ts';
import { waitingOf } from '../holdings/holdings-memory.ts';
import { noTiles } from '../tiles/waiting-tiles.ts';
import type { AccountMemory } from './account-memory.ts';
import { isFresh, keepAccounts, type RememberedAccounts } from './keep-accounts.ts';

const tile = { at: 0, x: 1, y: 1, plane: 0, world: 302, is_on_boat: null };
const walk = { firstMinute: 0, source: 'ha', since: 0, tiles: [tile, tile, tile] };

function bank(id: string): HoldingEvent {
  const about = { subject: id, source: 'gim', part: 'bank' };
  return newEvent(holdings.bank, about, { at: 0, items: [] }) as HoldingEvent;
}

function change(accounts: RememberedAccounts, id: string, changes: Partial<AccountMemory>): Promise<void> {
  return accounts.use(id, async (account) => {
    account.memory = { ...account.memory, ...changes };
  });
}

describe('the room of waiting facts', () => {
  it('falls with tiles and holdings that wait, and is whole again when nothing waits', async () => {
    const accounts = keepAccounts();
    const whole = { ...accounts.room() };
    const event = bank('a');
    const waiting = new Map([[event.key, waitingOf(event, 0)]]);
    await accounts.use('a', async (account) => {
      const { memory } = account;
      const kept = { ...memory.holdings, waiting };
      account.memory = { ...memory, tiles: { ...noTiles, walk }, holdings: kept };
    });
    const bytes = JSON.stringify(event).length;
    expect(accounts.room()).toEqual({ tiles: whole.tiles - 3, holdingBytes: whole.holdingBytes - bytes });
    expect(accounts.waiting().map(({ id }) => id)).toEqual(['a']);
    await accounts.use('a', async (account) => {
      const { memory } = account;
      account.memory = { ...memory, tiles: noTiles, holdings: { ...memory.holdings, waiting: new Map() } };
    });
    expect(accounts.room()).toEqual(whole);
    expect(accounts.waiting()).toEqual([]);
  });
});

describe('an account that is evicted', () => {
  it('keeps the tiles that wait, and forgets the rest', async () => {
    const accounts = keepAccounts(4_000);
    const described = { content: 'Quillon Fen', at: 0 };
    await change(accounts, 'waits', { tiles: { ...noTiles, walk }, described });
    await change(accounts, 'idle', { described });
    for (const id of ['b', 'c', 'd']) await change(accounts, id, {});
    const memoryOf = (id: string) => accounts.use(id, async ({ memory }) => memory);
    expect(await memoryOf('waits')).toMatchObject({ tiles: { walk }, described: null });
    expect(await memoryOf('idle')).toMatchObject({ tiles: noTiles, described: null });
  });

  it('is not an account that is in use', async () => {
    const accounts = keepAccounts(4_000);
    const isSame = await accounts.use('a', async (account) => {
      for (const id of ['b', 'c', 'd']) await change(accounts, id, {});
      return accounts.use('a', async (again) => again === account);
    });
    expect(isSame).toBe(true);
  });
});

it('works of an account run one after another, also after a failure', async () => {
  const accounts = keepAccounts();
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  await accounts.use('a', async (account) => {
    const first = account.inTurn(async () => {
      await held.promise;
      order.push('first');
      throw new Error('the first work fails');
    });
    const second = account.inTurn(async () => order.push('second'));
    held.resolve();
    await expect(first).rejects.toThrow('the first work fails');
    await second;
  });
  expect(order).toEqual(['first', 'second']);
});

it('a read stays fresh in a process that is alone, and for a time with several processes', () => {
  const ages = [0, 4_999, 5_000, 1_000_000];
  expect(ages.map((age) => isFresh({ isSoleProcess: true }, age, 5_000))).toEqual([true, true, true, true]);
  expect(ages.map((age) => isFresh({ isSoleProcess: false }, age, 5_000))).toEqual([
    ...[true, true, false, false],
  ]);
});
