import { expect, test } from 'vitest';
import { endedAt, seenAt } from '../../../projections/play-sessions/testing/activity.ts';
import { onceAFile } from '../../../test/support/at-end.ts';
import { iso, notFound, now } from '../testing/history-guild.ts';
import { openTestApi } from '../testing/open-test-api.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Session = Record<string, unknown>;

const ended = onceAFile(() =>
  openTestApi({
    history: [
      seenAt('a', now - 31 * day),
      ...Array.from({ length: 1_200 }, (_, n) => [
        seenAt('b', now - 20 * day + n * minute),
        endedAt('b', now - 20 * day + n * minute + 1),
      ]).flat(),
      seenAt('a', now - 2 * hour, { world: 486 }),
      seenAt('a', now - 2 * hour + minute, { world: 302 }),
      seenAt('a', now - 2 * hour + 2 * minute, { world: 486 }),
      endedAt('a', now - 2 * hour + 3 * minute, 'shutdown'),
      seenAt('a', now - hour),
      seenAt('a', now - hour + minute),
      seenAt('a', now - hour + 30 * minute, { world: null, in_game: false }),
    ],
  }),
);

// rules/histories.md#sessions
test('sessions in the range are served newest first, and the default range is 30 days (read-api 2.8, 4 /accounts/{id}/sessions, 8 "default ranges")', async () => {
  const { data } = ended();
  const found = await data('/accounts/a/sessions');
  expect(found).toEqual({
    account: { id: 'a', name: 'Quillon Fen' },
    from: iso(now - 30 * day),
    to: iso(now),
    sessions: [
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        started_at: iso(now - hour),
        ended_at: iso(now - hour + minute),
        last_seen_at: iso(now - hour + minute),
        duration_ms: minute,
        worlds: [486],
        end_reason: 'timeout',
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        started_at: iso(now - 2 * hour),
        ended_at: iso(now - 2 * hour + 3 * minute),
        last_seen_at: iso(now - 2 * hour + 2 * minute),
        duration_ms: 3 * minute,
        worlds: [486, 302],
        end_reason: 'shutdown',
      },
    ],
  });
  const ids = async (query: string): Promise<unknown[]> =>
    (await data(`/accounts/a/sessions?${query}`)).sessions.map((session: Session) => session.id);
  const [newest, oldest] = found.sessions.map((session: Session) => session.id);
  expect(await ids(`from=${iso(now - 2 * hour + minute)}&to=${iso(now - hour + 1)}`)).toEqual([
    newest,
    oldest,
  ]);
  expect(await ids(`to=${iso(now - hour)}`)).toEqual([oldest]);
  expect(await ids(`from=${iso(now - 2 * hour + minute)}&to=${iso(now - 2 * hour + minute)}`)).toEqual([]);
  expect(await ids(`from=${iso(now - 40 * day)}&to=${iso(now + day)}`)).toHaveLength(3);
});

test('an open session has no end and no reason, and its duration ends when the player was last seen', async () => {
  const at = Date.now();
  const { data } = await openTestApi({
    history: [
      seenAt('a', at - 4 * minute, { timeout_ms: hour }),
      seenAt('a', at - minute, { timeout_ms: hour }),
    ],
  });
  const { sessions } = await data(`/accounts/a/sessions?from=${iso(at - day)}&to=${iso(at + day)}`);
  expect(sessions).toMatchObject([
    { ended_at: null, end_reason: null, last_seen_at: iso(at - minute), duration_ms: 3 * minute },
  ]);
});

test('one answer has all sessions, even if the hub reads several pages from the database', async () => {
  const { data } = ended();
  const { sessions } = await data('/accounts/b/sessions');
  const starts = sessions.map((session: Session) => session.started_at);
  expect(starts).toHaveLength(1_200);
  expect(starts).toEqual(starts.toSorted().toReversed());
});

test('a bad range is refused, and an account that the key is not allowed to read is answered as unknown', async () => {
  const { faults, text, makeKey } = ended();
  expect(await faults('/accounts/nobody/sessions?from=2026-09-14')).toEqual(['from']);
  expect(await faults(`/accounts/nobody/sessions?from=${iso(now + 1)}`)).toEqual(['from']);
  expect(await text('/accounts/nobody/sessions')).toEqual([404, notFound]);
  const blind = await makeKey(2, null, { categories: ['stats'] });
  expect(await text('/accounts/a/sessions', blind)).toEqual([404, notFound]);
});
