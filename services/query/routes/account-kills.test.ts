import { describe, expect, test } from 'vitest';
import { given } from '../../../projections/access/testing/membership.ts';
import { gameEvent } from '../../../projections/event-feed/testing/game-events.ts';
import type { TimedEvent } from '../../../shared/log/journal.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const hour = 3_600_000;
const day = 24 * hour;

const guild = onceAFile(() =>
  openTestApi({
    history: [
      killed('a', { source: 'Vorkath', killCount: 40 }, now - 2 * hour),
      killed('a', { source: 'Zulrah', killCount: 612 }, now - hour),
      killed('a', { source: 'Cerberus', killCount: 40 }, now - hour),
      // No place counts an account that the reader cannot read.
      killed('hidden', { source: 'Zulrah', killCount: 900 }, now - hour),
    ],
  }),
);

function killed(account: string, data: object, at: number): TimedEvent {
  return { ...gameEvent(account, { occurred_at: at, data: JSON.stringify({ data }) }), appendTime: at };
}

const boss = (name: string, kills: number, updated_at: string) => ({
  ...{ name, kills, updated_at, best_ms: null, best_at: null, gained: null, rank: 1 },
});

// rules/records.md#boards
test('bosses come by the kills of all readable accounts and then by name, and a limit cuts them', async () => {
  const { data, text } = guild();
  const account = { id: 'a', name: 'Quillon Fen' };
  const entries = [
    { rank: 1, name: 'Zulrah', value: 612, accounts: 1, first: { account, value: 612 } },
    { rank: 2, name: 'Cerberus', value: 40, accounts: 1, first: { account, value: 40 } },
    { rank: 3, name: 'Vorkath', value: 40, accounts: 1, first: { account, value: 40 } },
  ];
  expect(await data('/leaderboards/bosses')).toEqual({ entries });
  expect(await data('/leaderboards/bosses?limit=2')).toEqual({ entries: entries.slice(0, 2) });
  const [, csv] = await text('/leaderboards/bosses?format=csv&limit=1');
  expect(csv?.split('\r\n')).toEqual([
    'rank,name,value,accounts,first_account_id,first_account_name,first_value',
    '1,Zulrah,612,1,a,Quillon Fen,612',
    '',
  ]);
});

test('the first of a boss is by name among equal counts, as on the board', async () => {
  const equal = ['a', 'b'].map((account) => killed(account, { source: 'Kraken', killCount: 5 }, now - hour));
  const { data } = await openTestApi({ history: equal });
  const [kraken] = (await data('/leaderboards/bosses')).entries;
  const { entries } = await data('/leaderboards/kills?boss=kraken');
  expect(kraken.first.account).toEqual(entries[0].account);
  expect(kraken.first.account.name < entries[1].account.name).toBe(true);
});

// rules/additions.md#accountsidkills
test('kills come by count and then by name, and a limit leaves out the fewest kills', async () => {
  const { data } = guild();
  expect(await data('/accounts/a/kills')).toEqual({
    account: { id: 'a', name: 'Quillon Fen' },
    bosses: [
      boss('Zulrah', 612, iso(now - hour)),
      boss('Cerberus', 40, iso(now - hour)),
      boss('Vorkath', 40, iso(now - 2 * hour)),
    ],
  });
  expect((await data('/accounts/a/kills?limit=1')).bosses).toEqual([boss('Zulrah', 612, iso(now - hour))]);
});

test('bosses are null when no count was ever sent', async () => {
  expect((await guild().data('/accounts/b/kills')).bosses).toBeNull();
});

test('a reader without the category events finds no kills', async () => {
  const answer = await guild().text('/accounts/hidden/kills');
  expect(answer).toEqual([404, notFound]);
});

test('a reader without the category activity sees only the UTC day of a count', async () => {
  const api = guild();
  await api.appendMembership(given.sharing('a', { category: 'activity', audience: 'private', with: [] }));
  const midnight = Math.floor((now - hour) / day) * day;
  const [first] = (await api.data('/accounts/a/kills')).bosses;
  expect(first).toEqual(boss('Zulrah', 612, iso(midnight)));
  await api.appendMembership(given.sharing('a', { category: 'activity', audience: 'guild', with: [] }));
});

describe('kills in a range', () => {
  const start = Math.floor(now / day) * day - 40 * day;
  const counts: readonly (readonly [account: string, count: number, at: number])[] = [
    // The first count adds nothing, because the count before is unknown.
    ['a', 40, start],
    ['a', 45, start + 20 * day],
    ['a', 52, start + 39 * day],
    ['b', 900, start + 20 * day],
    ['b', 901, start + 39 * day],
    ['hidden', 7, start],
    ['hidden', 70, start + 39 * day],
  ];
  const played = onceAFile(() =>
    openTestApi({
      history: counts.map(([account, killCount, at]) => killed(account, { source: 'Zulrah', killCount }, at)),
    }),
  );
  const onDay = (days: number) => iso(start + days * day);

  test.each([
    ['', null],
    [`from=${onDay(0)}`, 12],
    [`from=${onDay(20)}&to=${onDay(39)}`, 5],
    [`to=${onDay(39)}`, 5],
    // Ends are cut to whole 5 minutes.
    [`from=${iso(start + 39 * day + 299_999)}`, 7],
    [`from=${iso(start + 39 * day + 300_000)}`, 0],
    [`from=${onDay(30)}&to=${iso(start + 39 * day + 299_999)}`, 0],
  ])('an account gained in %s', async (range, gained) => {
    const [zulrah] = (await played().data(`/accounts/a/kills?${range}`)).bosses;
    expect(zulrah).toMatchObject({ name: 'Zulrah', kills: 52, gained });
  });

  test.each([
    [
      '',
      [
        ['b', 901, onDay(39)],
        ['a', 52, onDay(39)],
      ],
    ],
    [
      `&from=${onDay(0)}`,
      [
        ['a', 12, onDay(39)],
        ['b', 1, onDay(39)],
      ],
    ],
    [`&from=${onDay(20)}&to=${onDay(39)}`, [['a', 5, onDay(20)]]],
    [
      '&period=week',
      [
        ['a', 7, onDay(39)],
        ['b', 1, onDay(39)],
      ],
    ],
    ['&period=day', []],
  ])('the board of readable accounts has for %s', async (range, expected) => {
    const { entries } = await played().data(`/leaderboards/kills?boss=zulrah${range}`);
    expect(entries.map(({ account, value, at }: BoardEntry) => [account.id, value, at])).toEqual(expected);
  });

  test.each([
    ['', [['Zulrah', 953, 2, 'b', 901]]],
    [`from=${onDay(0)}`, [['Zulrah', 13, 2, 'a', 12]]],
    ['period=week', [['Zulrah', 8, 2, 'a', 7]]],
    [`from=${onDay(20)}&to=${onDay(39)}`, [['Zulrah', 5, 1, 'a', 5]]],
    ['period=day', []],
  ])('the bosses of readable accounts have for %s', async (range, expected) => {
    const { entries } = await played().data(`/leaderboards/bosses?${range}`);
    expect(
      entries.map(({ name, value, accounts, first }: KilledBoss) => {
        return [name, value, accounts, first.account.id, first.value];
      }),
    ).toEqual(expected);
  });

  test('a range that ends before it begins is refused', async () => {
    for (const path of ['/accounts/a/kills?', '/leaderboards/kills?boss=zulrah&', '/leaderboards/bosses?']) {
      const [status, answer] = await played().text(`${path}from=${onDay(2)}&to=${onDay(1)}`);
      expect([status, answer]).toEqual([400, expect.stringContaining('from must not be after to')]);
    }
  });
});

interface BoardEntry {
  readonly account: { readonly id: string };
  readonly value: number;
  readonly at: string;
}

interface KilledBoss {
  readonly name: string;
  readonly value: number;
  readonly accounts: number;
  readonly first: { readonly account: { readonly id: string }; readonly value: number };
}
