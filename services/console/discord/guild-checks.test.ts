import { expect, test } from 'vitest';
import { id } from '../../../projections/access/testing/membership.ts';
import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import type { NewEvent } from '../../../shared/events/event.ts';
import { freshDatabase } from '../../../test/support/postgres/database.ts';
import { createSessions } from '../sessions/sessions.ts';
import { type DiscordClient, DiscordUnavailable, type GuildMemberAnswer } from './discord-client.ts';
import { checkDueSessions, storeDiscordToken } from './guild-checks.ts';

const hubSecret = Buffer.alloc(32, 9);

async function openCheck(answer: (token: string) => GuildMemberAnswer | Promise<GuildMemberAnswer>) {
  const { database } = await freshDatabase('hub');
  const clock = { now: 1_800_000_000_000 };
  const sessions = createSessions(database, () => clock.now);
  const asked: string[] = [];
  const entries: NewEvent[] = [];
  const findMemberByToken: DiscordClient['findMemberByToken'] = async (token) => {
    asked.push(token);
    return answer(token);
  };
  const check = {
    database,
    hubSecret,
    sessions,
    journal: {
      append: async (events: readonly NewEvent[]) => {
        entries.push(...events);
        return [];
      },
    },
    discord: { findMemberByToken } as DiscordClient,
    clock: () => clock.now,
  };
  return {
    clock,
    sessions,
    entries,
    /** Each session begins a second later, so the first session is due first. */
    begin: async (memberId: string, token: string) => {
      clock.now += 1_000;
      const { token: sessionToken } = await sessions.begin(memberId);
      await storeDiscordToken(check, { sessionToken, refreshToken: token });
    },
    run: async () => {
      asked.length = 0;
      const failed = await checkDueSessions(check, new AbortController().signal).then(
        () => false,
        (error: unknown) => error instanceof DiscordUnavailable,
      );
      return { asked: [...asked], failed };
    },
  };
}

const vouched = { chatId: '1', name: 'Quill', refreshToken: 'next' };

test('a session without an answer from Discord does not stop the check of other sessions', async () => {
  const { clock, begin, run } = await openCheck((token) => {
    if (token === 'odd') throw new DiscordUnavailable('it answered 500');
    return vouched;
  });
  for (const [index, token] of ['odd', 'second', 'third'].entries()) await begin(id(index + 1), token);
  clock.now += dayMs;
  expect(await run()).toEqual({ asked: ['odd', 'second', 'third'], failed: true });
  expect(await run()).toEqual({ asked: [], failed: false });
  clock.now += hourMs;
  expect(await run()).toEqual({ asked: ['odd'], failed: true });
});

test('a run ends when Discord gives no answer for the third time; the next run starts with the skipped sessions', async () => {
  const { clock, begin, run } = await openCheck((token) => {
    if (token.startsWith('odd')) throw new DiscordUnavailable('it answered 500');
    return vouched;
  });
  const tokens = ['odd 1', 'odd 2', 'odd 3', 'odd 4', 'last'];
  for (const [index, token] of tokens.entries()) await begin(id(index + 1), token);
  clock.now += dayMs;
  expect(await run()).toEqual({ asked: ['odd 1', 'odd 2', 'odd 3'], failed: true });
  clock.now += hourMs;
  const { asked, failed } = await run();
  expect([asked.slice(0, 2), asked.length, failed]).toEqual([['odd 4', 'last'], 4, true]);
});

test('a member with several sessions is signed out with one entry; a session that began during the check stays', async () => {
  const leaver = id(1);
  const { clock, sessions, entries, begin, run } = await openCheck(async (token) => {
    if (token === 'of another') return vouched;
    clock.now += 1;
    await sessions.begin(leaver);
    return 'not_in_guild';
  });
  await begin(leaver, 'first');
  await begin(leaver, 'second');
  await begin(id(2), 'of another');
  clock.now += dayMs;
  const before = clock.now;
  expect(await run()).toEqual({ asked: ['first', 'of another'], failed: false });
  expect(entries.map(({ subject }) => subject)).toEqual([leaver]);
  expect((await sessions.listOfMember(leaver)).map(({ createdAt }) => createdAt)).toEqual([before + 1]);
  expect(await sessions.listOfMember(id(2))).toHaveLength(1);
});
