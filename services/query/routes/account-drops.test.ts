import { expect, test } from 'vitest';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const fangId = 'de3fd4f0-0000-8000-8000-000000000001';
const fang = { id: 12_922, name: 'Tanzanite fang', quantity: 1, gePrice: 2_000_000 };
const scales = { id: 12_934, name: "Zulrah's scales", quantity: 100, gePrice: 100 };

const guild = onceAFile(() =>
  openTestApi({
    history: [
      dropped('a', { source: 'Zulrah', items: [scales], killCount: 611 }, now - 2 * hour),
      dropped('a', { source: 'Zulrah', items: [fang, scales], killCount: 612 }, now - hour, fangId),
      dropped('a', { source: 'Vorkath', items: [{ name: '=Skull', quantity: null }] }, now - hour),
      dropped('hidden', { source: 'Zulrah', items: [fang] }, now - hour),
    ],
  }),
);

interface Loot {
  readonly source: string;
  readonly items: readonly {
    readonly name: string;
    readonly quantity: number | null;
    readonly gePrice?: number;
  }[];
  readonly killCount?: number;
}

function dropped(account: string, loot: Loot, at: number, id?: string): TimedEvent {
  const value = loot.items.reduce((sum, { gePrice = 0, quantity }) => sum + gePrice * (quantity ?? 0), 0);
  const event = gameEvent(account, {
    ...{ occurred_at: at, value_gp: value === 0 ? null : value },
    ...(id !== undefined && { event_id: id }),
    data: JSON.stringify({ data: { type: 'NPC', ...loot } }),
  });
  return { ...event, appendTime: at };
}

const zulrah = {
  ...{ source: 'Zulrah', kind: 'npc', drops: 2, value_gp: 2_020_000, kill_count: 612 },
  last_at: iso(now - hour),
  best: { event_id: fangId, value_gp: 2_010_000, occurred_at: iso(now - hour) },
  items: [
    {
      ...{ id: 12_922, name: 'Tanzanite fang', quantity: 1, value_gp: 2_000_000 },
      ...{ first_at: iso(now - hour), last_at: iso(now - hour) },
    },
    {
      ...{ id: 12_934, name: "Zulrah's scales", quantity: 200, value_gp: 20_000 },
      ...{ first_at: iso(now - 2 * hour), last_at: iso(now - hour) },
    },
  ],
};
const vorkath = {
  ...{ source: 'Vorkath', kind: 'npc', drops: 1, value_gp: null, kill_count: null, last_at: iso(now - hour) },
  best: null,
  items: [
    {
      ...{ id: null, name: '=Skull', quantity: null, value_gp: null },
      ...{ first_at: iso(now - hour), last_at: iso(now - hour) },
    },
  ],
};

// rules/drops.md#totals-of-drops
test('sources come by value, and each answers what it dropped', async () => {
  expect(await guild().data('/accounts/a/drops')).toEqual({
    ...{ account: { id: 'a', name: 'Quillon Fen' }, from: null, to: null },
    sources: [zulrah, vorkath],
  });
});

test('a range, a source, an item and a limit choose drops', async () => {
  const { data } = guild();
  const sources = async (query: string) =>
    (await data(`/accounts/a/drops?${query}`)).sources.map(({ source, drops }: typeof zulrah) => [
      source,
      drops,
    ]);
  expect(await sources('limit=1')).toEqual([['Zulrah', 2]]);
  expect(await sources('source=VORKATH')).toEqual([['Vorkath', 1]]);
  expect(await sources('items=tanzanite%20fang')).toEqual([['Zulrah', 1]]);
  expect(await sources('items=12934')).toEqual([['Zulrah', 2]]);
  expect(await sources('items=%3Dskull')).toEqual([['Vorkath', 1]]);
  expect(await sources(`to=${iso(now - hour)}`)).toEqual([['Zulrah', 1]]);
  expect(await sources(`from=${iso(now - hour)}`)).toEqual([
    ['Zulrah', 1],
    ['Vorkath', 1],
  ]);
});

test('sources are null when no drop was ever sent, and empty when none is in the range', async () => {
  const { data } = guild();
  expect((await data('/accounts/b/drops')).sources).toBeNull();
  const { from, sources } = await data(`/accounts/a/drops?from=${iso(now)}`);
  expect([from, sources]).toEqual([iso(now), []]);
});

test('a reader without the category events finds no drops, and a range must not end before it starts', async () => {
  expect(await guild().text('/accounts/hidden/drops')).toEqual([404, notFound]);
  const [status] = await guild().text(`/accounts/a/drops?from=${iso(now)}&to=${iso(now - 1)}`);
  expect(status).toBe(400);
});

test('csv has a line for each item', async () => {
  const [status, text] = await guild().text('/accounts/a/drops?format=csv');
  expect(status).toBe(200);
  const last = iso(now - hour);
  expect(text.split('\r\n').slice(1)).toEqual([
    `a,Quillon Fen,Zulrah,npc,2,612,12922,Tanzanite fang,1,2000000,${last},${last}`,
    `a,Quillon Fen,Zulrah,npc,2,612,12934,Zulrah's scales,200,20000,${iso(now - 2 * hour)},${last}`,
    `a,Quillon Fen,Vorkath,npc,1,,,'=Skull,,,${last},${last}`,
    '',
  ]);
});
