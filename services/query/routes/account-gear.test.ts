import { expect, test } from 'vitest';
import { whip } from '../../../projections/account-state/testing/report.ts';
import type { Item } from '../../../shared/domain/item.ts';
import { newEvent } from '../../../shared/events/event.ts';
import { gearReported } from '../../../shared/events/types/gear-reported.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;
const helm: Item = { ...whip, id: 10_828, name: 'Helm', equipment_slot: 'HEAD' };

const worn = onceAFile(() =>
  openTestApi({
    history: [
      gear('a', now - 31 * day, [helm], 0, 0),
      gear('b', now - 31 * day, [], 50, null),
      gear('b', now - 3 * day, [], null, 900),
      gear('b', now - 3 * day + 1, [], null, 100),
      gear('a', now - 2 * hour, [whip], 500, 100),
      gear('a', now - hour, [{ ...whip, ge_price: 7 }], 7, 100),
      gear('b', now - hour, [], 60, null),
      gear('hidden', now - hour, [whip], 1, 1),
      gear('a', now - hour / 2, [whip, helm], 900, null),
    ],
  }),
);

// rules/histories.md#gear
test('changes of worn items are served newest first, each with all worn items after the change (read-api 4 /accounts/{id}/equipment-history, 8 "default ranges")', async () => {
  const { data } = worn();
  expect(await data('/accounts/a/equipment-history')).toEqual({
    account: { id: 'a', name: 'Quillon Fen' },
    from: iso(now - 30 * day),
    to: iso(now),
    changes: [
      { changed_at: iso(now - hour / 2), items: [whip, helm] },
      { changed_at: iso(now - 2 * hour), items: [whip] },
    ],
  });
  const count = async (query: string) =>
    (await data(`/accounts/a/equipment-history?${query}`)).changes.length;
  expect(await count(`from=${iso(now - 2 * hour)}&to=${iso(now - hour / 2)}`)).toBe(1);
  expect(await count(`from=${iso(now - 2 * hour)}&to=${iso(now - 2 * hour)}`)).toBe(0);
  expect(await count(`from=${iso(now - 90 * day)}&to=${iso(now + day)}`)).toBe(3);
});

// rules/histories.md#wealth
test('wealth has an entry for each UTC day with known wealth, oldest first (read-api 2.9, 4 /accounts/{id}/wealth, 8 "default ranges")', async () => {
  const { data } = worn();
  const dayOf = (at: number) => iso(at).slice(0, 10);
  const [first, last] = [
    { day: dayOf(now - 3 * day), last_value: 150, max_value: 950 },
    { day: dayOf(now), last_value: 160, max_value: 160 },
  ];
  expect(await data('/accounts/b/wealth')).toEqual({
    account: { id: 'b', name: 'Bram Oak' },
    from: iso(now - 30 * day),
    to: iso(now),
    days: [first, last],
  });
  const days = async (query: string) => (await data(`/accounts/b/wealth?${query}`)).days;
  const midnight = now - (now % day);
  expect(await days(`from=${iso(midnight - 2 * day - 1)}&to=${iso(midnight)}`)).toEqual([first]);
  expect(await days(`from=${iso(midnight - 2 * day)}&to=${iso(midnight)}`)).toEqual([]);
  expect(await days(`from=${iso(midnight)}&to=${iso(midnight + 1)}`)).toEqual([last]);
  expect(await days(`from=${iso(now)}&to=${iso(now)}`)).toEqual([]);
  expect(await days('from=1970-01-01T00:00:00Z&to=9999-12-31T23:59:59Z')).toEqual([first, last]);
});

test.each([
  ['equipment-history', 'inventory', 2],
  ['wealth', 'equipment', 3],
] as const)(
  '%s refuses bad ranges and hides accounts that the key is not allowed to read',
  async (path, otherCategory, number) => {
    const { faults, text, makeKey } = worn();
    expect(await faults(`/accounts/nobody/${path}?to=soon`)).toEqual(['to']);
    expect(await faults(`/accounts/nobody/${path}?from=${iso(now)}&to=${iso(now - 1)}`)).toEqual(['from']);
    expect(await text(`/accounts/nobody/${path}`)).toEqual([404, notFound]);
    expect(await text(`/accounts/hidden/${path}`)).toEqual([404, notFound]);
    const blind = await makeKey(number, null, { categories: [otherCategory] });
    expect(await text(`/accounts/a/${path}`, blind)).toEqual([404, notFound]);
  },
);

function gear(
  account: string,
  at: number,
  items: readonly Item[],
  worn: number | null,
  carried: number | null,
): TimedEvent {
  const data = {
    at,
    worn: worn === null ? null : { items: [...items], value: worn },
    carried: carried === null ? null : { value: carried },
  };
  return { ...newEvent(gearReported, { subject: account, source: 'ha' }, data), appendTime: at };
}
