import { expect, test } from 'vitest';
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
  ...{ name, kills, updated_at, best_ms: null, best_at: null, rank: 1 },
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
