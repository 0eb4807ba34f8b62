import { expect, test } from 'vitest';
import { given, id, quill } from '../../../projections/access/testing/membership.ts';
import { report, whip } from '../../../projections/account-state/testing/report.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import type { Item } from '../../../shared/domain/item.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;
const bram = id(2);

function bank(account: string, at: number, ...items: readonly (readonly [number, number])[]): TimedEvent {
  const about = { subject: account, source: 'gim', part: 'bank' };
  const data = { at, items: items.map(([itemId, quantity]) => ({ id: itemId, quantity })) };
  return { ...newEvent(holdings.bank, about, data), appendTime: at };
}

function shared(member: string, account: string, at: number, quantity: number): TimedEvent {
  const about = { subject: member, source: 'gim', part: `shared-storage/${account}` };
  const data = { at, account_id: account, items: [{ id: 385, quantity }] };
  return { ...newEvent(holdings['shared-storage'], about, data), appendTime: at };
}

const itemOf = (itemId: number, name: string, quantity = 1): Item => ({
  ...whip,
  id: itemId,
  name,
  quantity,
});

const guild = onceAFile(async () => {
  const api = await openTestApi({
    history: [
      bank('a', now - hour, [4_151, 2], [385, 40], [12_934, 7]),
      bank('b', now - hour, [385, 40], [536, 9]),
      bank('hidden', now - hour, [385, 1_000], [11_286, 1]),
      shared(quill, 'a', now - 2 * hour, 500),
      shared(bram, 'a', now - hour, 600),
      { ...report.equipment('a', now, [itemOf(4_151, 'Abyssal whip')]), appendTime: now },
      {
        ...report.inventory('b', now, [
          itemOf(385, 'Shark'),
          itemOf(385, 'Shark'),
          itemOf(536, 'Dragon bones'),
        ]),
        appendTime: now,
      },
      { ...report.inventory('hidden', now, [itemOf(11_286, 'Draconic visage')]), appendTime: now },
      {
        ...gameEvent('b', {
          data: '{"data":{"items":[{"id":12934,"name":"Zulrah\'s scales","quantity":3}]}}',
        }),
        appendTime: now - hour,
      },
    ],
  });
  for (const account of ['a', 'b'])
    await api.appendMembership(given.sharing(account, { category: 'bank', audience: 'guild', with: [] }));
  return api;
});

const a = { id: 'a', name: 'Quillon Fen' };
const b = { id: 'b', name: 'Bram Oak' };
const place = (account: object, name: string, quantity: number, at: number) => ({
  ...{ account, place: name, quantity, updated_at: iso(at) },
});
const shark = {
  ...{ id: 385, name: 'Shark', ge_price: whip.ge_price, quantity: 82 },
  places: [
    place(a, 'shared_storage', 500, now - 2 * hour),
    place(b, 'bank', 40, now - hour),
    place(a, 'bank', 40, now - hour),
    place(b, 'carried', 2, now),
  ],
};
const whips = {
  ...{ id: 4_151, name: 'Abyssal whip', ge_price: whip.ge_price, quantity: 3 },
  places: [place(a, 'bank', 2, now - hour), place(a, 'worn', 1, now)],
};

// rules/storages.md#holders-of-an-item
test('items are found by id, by words and by the begin of words, with the largest quantities first', async () => {
  const { data } = guild();
  expect((await data('/items?items=385')).items).toEqual([shark]);
  for (const name of ['whip', 'ABYSSAL', 'abyssal%20wh', 'whip%20abys'])
    expect((await data(`/items?items=${name}`)).items).toEqual([whips]);
  expect((await data('/items?items=hark,byssal,%2B')).items).toEqual([]);
  expect((await data('/items?items=385,4151')).items).toEqual([whips, shark]);
  expect((await data('/items?items=385,4151&limit=1')).items).toEqual([whips]);
});

test('items whose name begins with a wanted name come before other items', async () => {
  const { data } = guild();
  expect((await data('/items?items=SH,4151')).items).toEqual([shark, whips]);
  expect((await data('/items?items=SH,whip&limit=1')).items).toEqual([shark]);
});

test('a name of an event stands for its item', async () => {
  const { items } = await guild().data("/items?items=zulrah's%20scales");
  expect(items).toEqual([
    { id: 12_934, name: null, ge_price: null, quantity: 7, places: [place(a, 'bank', 7, now - hour)] },
  ]);
});

test('an item that only unreadable places have does not exist', async () => {
  const { data } = guild();
  expect((await data('/items?items=11286,draconic')).items).toEqual([]);
  expect((await data('/items?items=draconic')).items).toEqual([]);
  expect((await data('/items?items=dra')).items.map((item: { id: number }) => item.id)).toEqual([536]);
});

test('each place needs its category', async () => {
  const api = guild();
  const key = await api.makeKey(2, null, { categories: ['inventory'] });
  const midnight = Math.floor(now / day) * day;
  expect((await api.data('/items?items=385,4151', key)).items).toEqual([
    { ...shark, quantity: 2, places: [place(b, 'carried', 2, midnight)] },
  ]);
});

test('items are required, and an id above 32 bits is nothing', async () => {
  const { data, faults } = guild();
  expect(await faults('/items')).toEqual(['items']);
  expect(await faults('/items?items=,')).toEqual(['items']);
  expect(await faults('/items?items=1&limit=51')).toEqual(['limit']);
  expect((await data('/items?items=9999999999')).items).toEqual([]);
});

test('a CSV has a line for each place', async () => {
  const [, text] = await guild().text('/items?items=whip&format=csv');
  expect(text.split('\r\n')).toEqual([
    'item_id,item_name,item_quantity,account_id,account_name,place,quantity,updated_at',
    `4151,Abyssal whip,3,a,Quillon Fen,bank,2,${iso(now - hour)}`,
    `4151,Abyssal whip,3,a,Quillon Fen,worn,1,${iso(now)}`,
    '',
  ]);
});
