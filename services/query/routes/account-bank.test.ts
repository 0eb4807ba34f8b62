import { expect, test } from 'vitest';
import { given, quill } from '../../../projections/access/testing/membership.ts';
import { report, whip } from '../../../projections/account-state/testing/report.ts';
import { type EventDefinition, newEvent } from '../../../shared/events/event.ts';
import type { HoldingName } from '../../../shared/events/holdings.ts';
import { holdings } from '../../../shared/events/holdings.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { writeFileItems, writeLearnedGame } from '../../ingest/game/game-tables.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;

type Items = readonly (readonly [id: number, quantity: number])[];

function stored(account: string, name: HoldingName, at: number, items: Items): TimedEvent {
  const isShared = name === 'shared-storage';
  const about = isShared
    ? { subject: quill, source: 'gim', part: `${name}/${account}` }
    : { subject: account, source: 'gim', part: name };
  const data = {
    at,
    ...(isShared && { account_id: account }),
    items: items.map(([id, quantity]) => ({ id, quantity })),
  };
  return { ...newEvent(holdings[name] as EventDefinition, about, data), appendTime: at } as TimedEvent;
}

const shark = { ...whip, id: 385, name: 'Shark', quantity: 1, ge_price: 800, ha_price: 120 };

const guild = onceAFile(async () => {
  const api = await openTestApi({
    history: [
      stored('a', 'shared-storage', now - 3 * hour, [[995, 2_500_000]]),
      stored('a', 'bank', now - hour, [
        [385, 1_204],
        [12_934, 48_210],
        [4_151, 1],
      ]),
      stored('a', 'seed-vault', now - 2 * hour, []),
      stored('b', 'rune-pouch', now - hour, [[560, 31_250]]),
      stored('hidden', 'bank', now - hour, [[385, 5]]),
      { ...report.inventory('b', now - hour, [shark]), appendTime: now - hour },
      { ...report.inventory('hidden', now, [{ ...shark, id: 12_934, name: 'Scales' }]), appendTime: now },
    ],
  });
  for (const account of ['a', 'b'])
    await api.appendMembership(given.sharing(account, { category: 'bank', audience: 'guild', with: [] }));
  return api;
});

const item = (
  id: number,
  quantity: number,
  details: object = { name: null, ge_price: null, ha_price: null },
) => ({
  ...{ id, quantity, ...details, equipment_slot: null, inventory_slot: null },
});
const bank = {
  storage: 'bank',
  items: [
    item(385, 1_204, { name: 'Shark', ge_price: 800, ha_price: 120 }),
    item(12_934, 48_210),
    item(4_151, 1),
  ],
  value: 963_200,
  updated_at: iso(now - hour),
};
const storages = [
  bank,
  { storage: 'seed_vault', items: [], value: 0, updated_at: iso(now - 2 * hour) },
  {
    storage: 'shared_storage',
    items: [item(995, 2_500_000)],
    value: null,
    updated_at: iso(now - 3 * hour),
  },
];

// rules/storages.md#storages-of-an-account
test('the storages come in a fixed order, with names and prices that the key reads', async () => {
  const { data } = guild();
  expect(await data('/accounts/a/bank')).toEqual({ account: { id: 'a', name: 'Quillon Fen' }, storages });
  const limited = (await data('/accounts/a/bank?limit=1')).storages;
  expect(limited[0]).toEqual({ ...bank, items: bank.items.slice(0, 1) });
});

test('the section bank has the same storages and the newest time', async () => {
  const { bank: section } = await guild().data('/accounts/a');
  expect(section).toEqual({ shared: true, storages, updated_at: iso(now - hour) });
});

test('storages are null when none was ever sent, and a key without the category has no section', async () => {
  const api = guild();
  await api.appendMembership(given.sharing('b', { category: 'bank', audience: 'private', with: [] }));
  expect(await api.text('/accounts/b/bank')).toEqual([404, notFound]);
  expect(await api.data('/accounts/b')).not.toHaveProperty('bank');
  const key = await api.makeKey(2, null, { categories: ['stats', 'activity'] });
  expect(await api.text('/accounts/a/bank', key)).toEqual([404, notFound]);
  expect(await api.data('/accounts/a', key)).not.toHaveProperty('bank');
  expect(await api.text('/accounts/hidden/bank')).toEqual([404, notFound]);
});

test('a file names and prices an item of which nobody reports, and its name wins', async () => {
  const api = await openTestApi({
    history: [
      stored('a', 'quiver', now, [
        [892, 3],
        [385, 2],
      ]),
    ],
  });
  await api.appendMembership(given.sharing('a', { category: 'bank', audience: 'guild', with: [] }));
  const shown = { id: 385, name: 'Shark of a file', ge_price: 900, ha_price: 100 };
  await writeFileItems(api.database, [shown], Date.now());
  const invented = { id: 892, name: 'Invented', ge_price: 1, ha_price: 1, named_by: ['hidden'] };
  await writeLearnedGame(api.database, { items: [invented], worlds: [] }, Date.now());
  const [{ items, value }] = (await api.data('/accounts/a/bank')).storages;
  expect(items).toEqual([
    item(892, 3),
    item(385, 2, { name: 'Shark of a file', ge_price: 900, ha_price: 100 }),
  ]);
  expect(value).toBe(1_800);
  const [limited] = (await api.data('/accounts/a/bank?limit=1')).storages;
  expect([limited.items.length, limited.value]).toEqual([1, 1_800]);
});

test('a reader without the category activity sees only the UTC day', async () => {
  const api = guild();
  await api.appendMembership(given.sharing('a', { category: 'activity', audience: 'private', with: [] }));
  const midnight = iso(Math.floor((now - hour) / day) * day);
  const { bank: section } = await api.data('/accounts/a');
  expect([section.updated_at, ...section.storages.map((each: typeof bank) => each.updated_at)]).toEqual(
    Array.from({ length: 4 }, () => midnight),
  );
  await api.appendMembership(given.sharing('a', { category: 'activity', audience: 'guild', with: [] }));
});
