import { expect } from 'vitest';
import { addedHitpoints } from '../build-next-release.ts';
import { type Follower, startFollower } from './follower.ts';
import type { HubClient } from './hub-client.ts';
import { type PersistentPlayer, startPersistentPlayer } from './persistent-player.ts';
import { type Poller, startPoller } from './poller.ts';

const players = ['Quillon Fen', 'Merrin Oak', 'Tamsin Reed'];
const polled = ['/accounts', '/events?limit=1', '/leaderboards/loot'];

/** Players, followers and pollers of a hub that is updated to `buildNextRelease()` and back. */
export interface UpdateLoad {
  /** Ends the pollers, and starts others. @returns the longest gap of each path, in ms */
  gaps(): Promise<Record<string, number>>;
  /** How many polls were answered with an error since the start. */
  refused(): number;
  /** Waits until the snapshot shows which release folded the state of the accounts. */
  expectFold(expected: { readonly isNext: boolean }): Promise<void>;
  /** Ends all. */
  expectNothingLost(): Promise<void>;
}

/** @param command runs a command of the hub. @returns its document */
export async function startLoad(
  client: HubClient,
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own document
  command: (args: readonly string[]) => Promise<any>,
): Promise<UpdateLoad> {
  await command(['member', 'add', 'Merrin']);
  const keys: string[] = [];
  for (const name of ['one', 'two', 'maps']) {
    const create = `key create --service --name ${name} --rate-limit 6000 --categories events,activity,stats`;
    keys.push((await command(create.split(' '))).key);
  }
  const [first = '', second = '', key = ''] = keys;
  const guild: PersistentPlayer[] = [];
  for (const name of players) {
    const { code } = await command(['pair', 'Merrin']);
    guild.push(startPersistentPlayer(client, await client.pairWith(code), name));
  }
  // A cursor passes events of accounts that the hub does not know yet.
  await client.getUntil('/events', {
    key,
    withinMs: 30_000,
    seen: ({ body }) => new Set(body.data.map(accountOf)).size === players.length,
  });
  const { body } = await client.get('/events?cursor=now', { key });
  const began = guild.map(({ acknowledged }) => acknowledged.length);
  const followers = [first, second].map((each) =>
    startFollower(client, each, body.meta.next_cursor, { patient: true }),
  );
  const start = () => polled.map((path) => startPoller(client, key, path));
  let pollers = start();
  let refused = 0;

  return {
    refused: () => pollers.reduce((sum, { others }) => sum + others.length, refused),
    gaps: async () => {
      const ended = pollers;
      await Promise.all(ended.map((poller) => poller.stop()));
      refused += ended.reduce((sum, { others }) => sum + others.length, 0);
      pollers = start();
      expectAnswers(ended);
      return Object.fromEntries(ended.map((poller) => [poller.path, poller.longestGapMs()]));
    },
    expectFold: async ({ isNext }) => {
      await client.getUntil('/snapshot', {
        key,
        withinMs: 60_000,
        everyMs: 1_100,
        seen: ({ body }) =>
          body.data.length === players.length &&
          body.data.every(
            ({ hp }: { readonly hp: { readonly max: number } }) => hp.max > addedHitpoints === isNext,
          ),
      });
    },
    expectNothingLost: async () => {
      await Promise.all([...pollers, ...guild].map((each) => each.stop()));
      expect(guild.flatMap(({ refusals }) => refusals)).toEqual([]);
      await expectEachOnce(followers, guild, began);
    },
  };
}

function accountOf(event: { readonly account: { readonly id: string } }): string {
  return event.account.id;
}

function expectAnswers(pollers: readonly Poller[]): void {
  for (const { path, answered, others } of pollers) {
    expect(answered(), path).toBeGreaterThan(10);
    expect(
      [...new Set(others)].filter((each) => !/^(503|429)$/.test(each)),
      path,
    ).toEqual([]);
  }
}

async function expectEachOnce(
  followers: readonly Follower[],
  guild: readonly PersistentPlayer[],
  began: readonly number[],
): Promise<void> {
  const all = guild.flatMap(({ acknowledged }) => acknowledged);
  // Reports that were served before the first cursor are not among the followed events.
  const later = guild.flatMap(({ acknowledged }, index) => acknowledged.slice(began[index]));
  expect(later.length).toBeGreaterThan(100);
  for (const follower of followers) {
    await follower.stopAt(...later);
    expect(new Set(follower.markers).size).toBe(follower.markers.length);
    expect(follower.markers.filter((marker) => !all.includes(marker))).toEqual([]);
  }
}
