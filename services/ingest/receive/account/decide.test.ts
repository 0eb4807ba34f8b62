import { describe, expect, it } from 'vitest';
import { readHaMessage } from '../../plugins/ha-exporter/read-message.ts';
import {
  fixtureAccount,
  fixtureTime,
  type HaBody,
  haFixture,
  onTime,
} from '../../plugins/ha-exporter/testing/ha-reports.ts';
import { translateHaMessage } from '../../plugins/ha-exporter/translate.ts';
import { firstReport } from '../../testing/facts-of-account.ts';
import { eventsOfNewFacts } from '../new-facts/events-of-new-facts.ts';
import type { NewFacts } from '../new-facts/select-new-facts.ts';
import { type AccountMemory, emptyMemory } from './account-memory.ts';
import { decideFacts, withAppended, withoutAppended } from './decide.ts';

interface Sent {
  /** Ms after the first report. */
  readonly after?: number;
  readonly change?: (body: HaBody) => unknown;
}

/** The memory of the account, and whether no other process appends. */
interface Account {
  memory: AccountMemory;
  readonly isSoleProcess: boolean;
}

type Selected = NewFacts & { readonly remember: () => void; readonly fail: () => void };

function openAccount(isSoleProcess = true): Account {
  return { memory: emptyMemory(), isSoleProcess };
}

function select(account: Account, { after = 0, change = () => {} }: Sent = {}): Selected {
  const body = haFixture('ha-snapshot');
  body.player.locationTrail = [];
  change(body);
  const facts = translateHaMessage(readHaMessage(body), fixtureAccount, onTime(fixtureTime + after));
  const about = { ...firstReport, accountId: fixtureAccount, source: 'ha', now: after };
  const { isSoleProcess } = account;
  const decision = decideFacts(account.memory, { ...about, facts, isSoleProcess });
  account.memory = decision.next;
  return {
    ...decision.newFacts,
    remember: () => {
      account.memory = withAppended(account.memory, decision, after);
    },
    fail: () => {
      account.memory = withoutAppended(account.memory, decision, after);
    },
  };
}

/** @returns the number of events of the last report, by stream */
function appended(sent: readonly Sent[], isSoleProcess = true): Record<string, number> {
  const account = openAccount(isSoleProcess);
  let last: Selected | undefined;
  for (const one of sent) {
    last = select(account, one);
    last.remember();
  }
  return last === undefined ? {} : counts(last);
}

function counts(newFacts: NewFacts): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { stream } of eventsOfNewFacts(fixtureAccount, 'ha', newFacts))
    found[stream] = (found[stream] ?? 0) + 1;
  return found;
}

const everything = { 'hub.activity': 1, 'hub.state': 31, 'hub.xp': 1, 'hub.gear': 1, 'hub.location': 1 };
const nextDay = Date.UTC(2026, 8, 15) - fixtureTime;

describe('an account', () => {
  it('is appended whole at its first report, and not at all when nothing changed', () => {
    expect(appended([{}])).toEqual(everything);
    expect(appended([{}, { after: 600 }])).toEqual({});
  });

  const ticks = (tickDelay: number) => (body: HaBody) => Object.assign(body, { tickDelay });

  it('has its state appended again after 20 s', () => {
    const change = ticks(500);
    expect(appended([{ change }, { change, after: 19_999 }])).toEqual({});
    expect(appended([{ change }, { change, after: 20_000 }])).toEqual({ 'hub.state': 30 });
  });

  it.each([
    ['the shortest timeout', 10, 5_000],
    ['the timeout of 100 ticks', 100, 15_500],
    ['a long timeout', 500, 30_000],
  ])('is seen again after a twelfth of the timeout (at most 30 s), for %s', (_case, delay, after) => {
    const change = ticks(delay);
    const again = appended([{ change }, { change, after: after - 1 }]);
    expect(again).not.toHaveProperty('hub.activity');
    expect(appended([{ change }, { change, after }])).toMatchObject({ 'hub.activity': 1 });
  });

  it.each<[string, Sent]>([
    ['world', { change: (body) => Object.assign(body.player, { world: '302' }) }],
    ['game state', { change: (body) => Object.assign(body, { state: 'HOPPING' }) }],
  ])('is seen at once with another %s', (_case, sent) => {
    expect(appended([{}, { ...sent, after: 600 }])).toEqual({ 'hub.state': 1, 'hub.activity': 1 });
  });

  it('is not put back into the game by a report from before its logout', () => {
    const account = openAccount();
    const loggedOut = (body: HaBody) => Object.assign(body, { state: 'LOGIN_SCREEN' });
    select(account, { after: 600 }).remember();
    const logout = select(account, { after: 40_000, change: loggedOut });
    expect(select(account, { after: 39_800 }).presence).toBeNull();
    logout.remember();
    expect(select(account, { after: 10_000 }).presence).toBeNull();
    expect(select(account, { after: 9_999 }).presence).toMatchObject({ in_game: true });
    expect(select(account, { after: 40_001 }).presence).toMatchObject({ in_game: true });
  });

  it.each<[string, Sent['change'], object]>([
    ['hitpoints', ({ player }) => Object.assign(player.health, { current: 86 }), { 'hub.state': 1 }],
    [
      'a skill',
      ({ player }) => Object.assign(player.stats.skills.Magic, { xp: 16_204_999 }),
      { 'hub.state': 1, 'hub.xp': 1 },
    ],
    ['an item', ({ player }) => player.inventory.items.pop(), { 'hub.state': 1, 'hub.gear': 1 }],
    ['a worn item', ({ player }) => player.equipment.items.pop(), { 'hub.state': 1, 'hub.gear': 1 }],
    ['a place', ({ player }) => Object.assign(player.location, { x: 1 }), { 'hub.state': 1 }],
  ])('has only its changes appended: %s', (_case, change, expected) => {
    expect(appended([{}, { after: 600, ...(change === undefined ? {} : { change }) }])).toEqual(expected);
  });

  it('has xp and gear appended once, and gear every 5 minutes when other processes also append', () => {
    const hour = 3_600_000;
    expect(appended([{}, { after: hour }])).toEqual({
      'hub.activity': 1,
      'hub.state': 31,
      'hub.location': 1,
    });
    expect(appended([{}, { after: 299_999 }], false)).not.toHaveProperty('hub.gear');
    expect(appended([{}, { after: 300_000 }], false)).toMatchObject({ 'hub.gear': 1 });
  });

  it('has the changed half of its gear appended, and the other half after 5 minutes when other processes also append', () => {
    const poorer = ({ player }: HaBody) => player.inventory.items.pop();
    const naked = ({ player }: HaBody) => player.equipment.items.pop();
    const gearAfter = (isSoleProcess: boolean, after: number, change: Sent['change']) => {
      const account = openAccount(isSoleProcess);
      select(account).remember();
      return select(account, { after, ...(change === undefined ? {} : { change }) }).gear;
    };
    const worn = { value: expect.any(Number), items: expect.any(Array) };
    const carried = { value: expect.any(Number) };
    expect(gearAfter(true, 600, poorer)).toMatchObject({ worn: null, carried });
    expect(gearAfter(true, 600, naked)).toMatchObject({ worn, carried: null });
    expect(gearAfter(false, 299_999, poorer)).toMatchObject({ worn: null, carried });
    expect(gearAfter(false, 300_000, poorer)).toMatchObject({ worn, carried });
  });

  it('has all its xp and gear appended with the first report of a UTC day', () => {
    const account = openAccount();
    select(account).remember();
    const eve = select(account, { after: nextDay - 1 });
    expect([eve.xp.skills.length, eve.gear]).toEqual([0, null]);
    const morning = select(account, { after: nextDay });
    expect([morning.xp.skills.length, morning.xp.complete]).toEqual([24, true]);
    expect(morning.gear).toMatchObject({ worn: { value: 41_264_260 }, carried: { value: 432_085 } });
    morning.remember();
    expect(select(account, { after: nextDay + 1 }).xp).toEqual({ skills: [], complete: false });
  });

  it('has gear appended with the first report of a UTC day even without items, and later with its items', () => {
    const account = openAccount();
    select(account).remember();
    const bare = ({ player }: HaBody) => {
      delete player.equipment;
      delete player.inventory;
    };
    const morning = select(account, { after: nextDay, change: bare });
    expect(morning.gear).toMatchObject({ worn: null, carried: null });
    morning.remember();
    expect(select(account, { after: nextDay + 1, change: bare }).gear).toBeNull();
    expect(select(account, { after: nextDay + 2 }).gear).toMatchObject({ worn: { value: 41_264_260 } });
  });

  it('has the first xp of a day appended with the first report that has xp', () => {
    const filtered = { change: ({ player }: HaBody) => delete player.stats };
    expect(appended([filtered, { after: 600 }])).toMatchObject({ 'hub.xp': 1 });
  });

  it('has one position a minute appended', () => {
    const walk = (after: number) => ({
      after,
      change: ({ player }: HaBody) => Object.assign(player.location, { x: after / 100 }),
    });
    expect(appended([{}, walk(30_000)])).not.toHaveProperty('hub.location');
    expect(appended([{}, walk(60_000)])).toMatchObject({ 'hub.location': 1 });
  });
});

describe('an appended fact', () => {
  it('is remembered only when it is durable', () => {
    const account = openAccount();
    select(account);
    expect(counts(select(account))).toEqual(everything);
  });

  it('is appended again after a failed append', () => {
    const account = openAccount();
    select(account).remember();
    select(account).fail();
    expect(counts(select(account))).toEqual(everything);
  });

  it('stays forgotten when an earlier report ends after the failed append', () => {
    const account = openAccount();
    const slow = select(account);
    select(account).fail();
    slow.remember();
    expect(counts(select(account))).toEqual(everything);
  });

  it('comes from the later of two reports, even if the later report is durable first', () => {
    const account = openAccount();
    const naked = ({ player }: HaBody) => Object.assign(player.equipment, { items: [] });
    const earlier = select(account);
    const later = select(account, { after: 1, change: naked });
    later.remember();
    earlier.remember();
    expect(select(account, { after: 2, change: naked }).gear).toBeNull();
    expect(select(account, { after: 3 }).gear).not.toBeNull();
  });
});
