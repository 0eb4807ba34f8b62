import { describe, expect, it } from 'vitest';
import { headline } from '../../../../projections/event-feed/queries/headline.ts';
import type { GameEvent } from '../../../../shared/events/types/game-event-recorded.ts';
import { emptyGame, type KnownGame } from '../../game/known-game.ts';
import { type FirstReport, readFirstReport } from '../../testing/first-report.ts';
import { rseyeConnector } from './adapter.ts';

const game: KnownGame = {
  ...emptyGame,
  itemOf: (id) => {
    if (id === 592) return { name: 'Ashes', ge_price: 12, ha_price: 1 };
    if (id === 4_151) return { name: 'Abyssal whip', ge_price: 1_502_233, ha_price: 72_000 };
    return emptyGame.itemOf(id);
  },
};

const requestId = '0b9c2f6e-8d31-4a55-9d0c-2f5b8a1e7c44';
const otherRequestId = '6f1d7a90-43b2-4c1e-8a77-51e0d9c3b2a8';

// biome-ignore lint/suspicious/noExplicitAny: tests bend reports into every shape
type Body = any;

/** @param kind the first word of the address */
async function read(kind: string, body: Body, id: string | null = requestId) {
  const head = {
    params: { '*': `${kind}_update/` },
    headers: id === null ? {} : { 'x-request-id': id },
  };
  const text = JSON.stringify({ username: 'Sable Orrin', ...body });
  return readFirstReport(rseyeConnector, text, { head, game });
}

async function eventsOf(kind: string, body: Body, id: string | null = requestId): Promise<GameEvent[]> {
  const { events } = await read(kind, body, id);
  return events.filter(({ type }) => type === 'game-event-recorded').map(({ data }) => data as GameEvent);
}

const demon = {
  lootType: 'NPC',
  entityId: 415,
  entityName: 'Abyssal demon',
  items: [
    { id: 592, quantity: 2 },
    { id: 4_151, quantity: 1 },
    { id: 20_000, quantity: 3 },
  ],
};

describe('loot', () => {
  it('has the names and prices that the hub knows, because the plugin sends ids only', async () => {
    const [event] = await eventsOf('loot', demon);
    expect(event).toMatchObject({
      ...{ type: 'loot', value_gp: 1_502_257, item_id: 4_151, npc_id: 415, special_world: false },
    });
    expect(event).not.toHaveProperty('undated');
    expect(JSON.parse(event?.data ?? '')).toEqual({
      type: 'loot',
      data: {
        ...{ lootType: 'NPC', entityId: 415, entityName: 'Abyssal demon', source: 'Abyssal demon' },
        items: [
          { id: 592, quantity: 2, name: 'Ashes', gePrice: 12 },
          { id: 4_151, quantity: 1, name: 'Abyssal whip', gePrice: 1_502_233 },
          { id: 20_000, quantity: 3 },
        ],
      },
    });
    expect(event && headline(event, 'Sable Orrin').line).toBe(
      'Sable Orrin received Abyssal whip (1.5M) from Abyssal demon',
    );
  });

  it('from a killed player is pk loot, without the id of the player', async () => {
    const [event] = await eventsOf('loot', { ...demon, lootType: 'Player', entityName: 'Mossy Till' });
    expect(event).toMatchObject({ type: 'pk_loot', npc_id: null });
    expect(event && headline(event, 'Sable Orrin').line).toContain('from Mossy Till');
  });

  it('has no value when the hub does not know the items', async () => {
    const items = [{ id: 20_000, quantity: 3 }];
    expect(await eventsOf('loot', { ...demon, items })).toMatchObject([{ value_gp: null, item_id: 20_000 }]);
    const two = [...items, { id: 20_001, quantity: 1 }];
    expect(await eventsOf('loot', { ...demon, items: two })).toMatchObject([
      { value_gp: null, item_id: null },
    ]);
  });

  it('with equal content in two requests is two events, because the requests have different ids', async () => {
    const [first] = await eventsOf('loot', demon);
    const [again] = await eventsOf('loot', demon);
    const [second] = await eventsOf('loot', demon, otherRequestId);
    expect(again?.event_id).toBe(first?.event_id);
    expect(second?.event_id).not.toBe(first?.event_id);
  });

  it('with equal content but without the id of a request is one event for a short time', async () => {
    const [first] = await eventsOf('loot', demon, null);
    const [second] = await eventsOf('loot', { ...demon, entityId: 416 }, null);
    expect(first).toMatchObject({ undated: true });
    expect(second?.event_id).not.toBe(first?.event_id);
    expect(await eventsOf('loot', demon, 'no uuid')).toMatchObject([first ?? {}]);
  });

  it('from a raid is one event, although the plugin sends the chest again after each item that is taken out', async () => {
    const chest = { lootType: 'Chambers of Xeric', items: demon.items };
    const rest = { ...chest, items: [{ id: -1, quantity: 0 }, ...demon.items.slice(1)] };
    const [whole] = await eventsOf('loot', chest);
    const [left] = await eventsOf('loot', rest, otherRequestId);
    expect(whole).toMatchObject({ type: 'loot', undated: true, npc_id: null });
    expect(left?.event_id).toBe(whole?.event_id);
    expect(whole && headline(whole, 'Sable Orrin').line).toContain('from Chambers of Xeric');
    const [barrows] = await eventsOf('loot', { ...chest, lootType: 'Barrows' });
    const [other] = await eventsOf('loot', { ...rest, lootType: 'Barrows' }, otherRequestId);
    expect(other?.event_id).not.toBe(barrows?.event_id);
  });

  it('from an empty chest, or without a source, is no event', async () => {
    for (const items of [[], [{ id: -1, quantity: 0 }]]) {
      await expect(read('loot', { ...demon, items })).rejects.toThrow('refused: ignored');
    }
    await expect(read('loot', { ...demon, lootType: ' ' })).rejects.toThrow('refused: ignored');
  });

  it('has at most 100 items, and the other items are counted', async () => {
    const items = Array.from({ length: 120 }, (_, id) => ({ id: id + 1, quantity: 1 }));
    const { report } = await read('loot', { ...demon, items });
    expect(Object.fromEntries(report.skipped)).toEqual({ item: 20 });
    const [event] = await eventsOf('loot', { ...demon, items });
    expect(JSON.parse(event?.data ?? '').data.items).toHaveLength(100);
  });
});

describe('a death', () => {
  it('is an event without details', async () => {
    expect(await eventsOf('death', {})).toMatchObject([{ type: 'death', value_gp: null }]);
  });
});

describe('a quest', () => {
  const cook = { id: 1, name: "Cook's Assistant", state: 'FINISHED' };
  const started = { id: 2, name: 'Demon Slayer', state: 'IN_PROGRESS' };

  it('is an event when it was just finished, but not when it was only started', async () => {
    const events = await eventsOf('quest', { questPoints: 300, questChanges: [started, cook] });
    expect(events).toMatchObject([{ type: 'QUEST' }]);
    const [event] = events;
    expect(JSON.parse(event?.data ?? '').data).toEqual({
      ...{ questName: "Cook's Assistant", questId: 1, questPoints: 300 },
    });
    expect(event && headline(event, 'Sable Orrin').line).toBe(
      "Sable Orrin completed the quest Cook's Assistant",
    );
    await expect(read('quest', { questPoints: 1, questChanges: [started] })).rejects.toThrow('refused');
  });

  it('is no event when it comes with the list that the plugin sends after each login and loaded region', async () => {
    const questChanges = Array.from({ length: 200 }, (_, id) => ({ ...cook, id, name: `Quest ${id}` }));
    await expect(read('quest', { questPoints: 300, questChanges })).rejects.toThrow('refused: ignored');
    await expect(read('quest', { questPoints: 300, questChanges: 'all' })).rejects.toThrow('refused');
  });
});

describe('a stored body', () => {
  it.each([
    ['loot', demon],
    ['death', {}],
    ['quest', { questPoints: 300, questChanges: [{ id: 1, name: 'Monk’s Friend', state: 'FINISHED' }] }],
  ])('of an event gives the same event when it is read again: %s', async (kind, body) => {
    const { report, events } = await read(kind, body);
    const again = await readFirstReport(rseyeConnector, report.raw, { game });
    const only = (all: typeof events) => all.filter(({ type }) => type === 'game-event-recorded');
    expect(only(events)).toHaveLength(1);
    expect(only(again.events).map(({ data }) => data)).toEqual(only(events).map(({ data }) => data));
  });

  it('of a bank gives the same bank, and carried items give no bank', async () => {
    const banksIn = ({ events }: Pick<FirstReport, 'events'>) =>
      events.filter(({ type }) => type === 'bank-reported').map(({ data }) => data);
    const sent = await read('bank', { items: demon.items });
    const again = await readFirstReport(rseyeConnector, sent.report.raw, { game });
    expect(banksIn(sent)).toHaveLength(1);
    expect(banksIn(again)).toEqual(banksIn(sent));
    expect(again.events.map(({ type }) => type)).not.toContain('game-event-recorded');
    const carried = await read('inventory', { items: demon.items });
    expect(banksIn(await readFirstReport(rseyeConnector, carried.report.raw, { game }))).toEqual([]);
  });

  it('cannot pretend to be an event of another request', async () => {
    const request = { kind: 'death_update', request_id: otherRequestId };
    const { report, events } = await read('loot', { ...demon, request });
    expect(JSON.parse(report.raw).request).toEqual({ kind: 'loot_update', request_id: requestId });
    expect(events.map(({ type }) => type)).toContain('game-event-recorded');
  });
});
