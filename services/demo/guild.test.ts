import fc from 'fast-check';
import { expect, test } from 'vitest';
import { skills, virtualLevel } from '../../shared/domain/skill.ts';
import { distance } from './game/tile.ts';
import { createGuild, type GuildMessage, type GuildOptions } from './guild.ts';
import type { SentReport } from './play/report.ts';

const startedAt = 1_800_000_000_000;
const hour = 3_600_000;

function play(options: Partial<GuildOptions>, forMs: number, stepMs = 1_000): GuildMessage[] {
  const guild = createGuild({ players: 8, seed: 1, startedAt, ...options });
  const messages: GuildMessage[] = [];
  for (let at = startedAt; at <= startedAt + forMs; at += stepMs) messages.push(...guild.advance(at));
  return messages;
}

function reportOf(message: GuildMessage): SentReport {
  return JSON.parse(message.body) as SentReport;
}

test('the same seed gives the same messages to the byte', () => {
  expect(play({ seed: 7 }, hour / 6)).toEqual(play({ seed: 7 }, hour / 6));
  expect(play({ seed: 7 }, hour / 60)).not.toEqual(play({ seed: 8 }, hour / 60));
});

test('the messages do not depend on how often the guild is advanced', () => {
  const inOrder = (messages: GuildMessage[]): GuildMessage[] =>
    messages.toSorted((left, right) => left.at - right.at || left.player - right.player);
  expect(inOrder(play({}, hour / 12, 50))).toEqual(inOrder(play({}, hour / 12, 6_000)));
});

test('another run with the same seed has the same players and never repeats an event', () => {
  const events = (from: number): string[] => {
    const guild = createGuild({ players: 8, seed: 1, startedAt: from });
    const messages: GuildMessage[] = [];
    for (let at = from; at <= from + hour / 2; at += 5_000) messages.push(...guild.advance(at));
    return messages.flatMap((message) => reportOf(message).events.map((event) => event.eventId));
  };
  const hashes = (from: number): Set<string> =>
    new Set(play({ startedAt: from }, hour / 6).map((message) => reportOf(message).player.accountHash));
  expect(new Set(events(startedAt)).intersection(new Set(events(startedAt + 1))).size).toBe(0);
  expect(hashes(startedAt).size).toBe(8);
  expect(hashes(startedAt + 1)).toEqual(hashes(startedAt));
});

test('names are unique, have at most 12 characters and follow the rules of the game', () => {
  const { players } = createGuild({ players: 1_000, seed: 3, startedAt });
  const keys = players.map((name) => name.toLowerCase().replaceAll('_', ' '));
  expect(new Set(keys).size).toBe(1_000);
  for (const name of players) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9 _]{1,10}[A-Za-z0-9]$/);
});

test('continues with the xp, the gear and the money of an earlier run', () => {
  const first = createGuild({ players: 4, seed: 1, startedAt });
  for (let at = startedAt; at <= startedAt + hour / 4; at += 5_000) first.advance(at);
  const characters = first.characters();
  expect(Object.values(characters).some(({ worn }) => worn.length > 0)).toBe(true);
  expect(Object.values(characters).some(({ inventory }) => inventory.some((stack) => stack !== null))).toBe(
    true,
  );
  const second = createGuild({ players: 4, seed: 1, startedAt: startedAt + hour, characters });
  expect(second.characters()).toEqual(characters);
});

test('sends no messages for the time in which the machine slept', () => {
  const guild = createGuild({ players: 20, seed: 1, startedAt });
  for (let at = startedAt; at <= startedAt + 10_000; at += 500) guild.advance(at);
  expect(guild.advance(startedAt + 100 * hour).length).toBeLessThanOrEqual(20);
});

test('nobody walks more than two tiles per tick, sails more than three, or jumps a short distance', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      for (const tiles of trails(play({ seed, players: 5 }, hour / 6))) {
        for (const [index, tile] of tiles.entries()) {
          const before = tiles[index - 1];
          if (before === undefined || tile.timestamp - before.timestamp > 700) continue;
          const steps = distance(before, tile);
          const limit = tile.isOnBoat || before.isOnBoat ? 3 : 2;
          if (steps > limit && steps <= 20) return false;
        }
      }
      return true;
    }),
    { numRuns: 8 },
  );
});

function trails(messages: readonly GuildMessage[]) {
  const unique = [...new Map(messages.map((message) => [message.body, message])).values()];
  const byAccount = Map.groupBy(unique.map(reportOf), ({ player }) => player.accountHash);
  return [...byAccount.values()].map((reports) =>
    reports.flatMap(({ player }) => player.locationTrail ?? []),
  );
}

test('xp only grows, not faster than players can gain it, and levels match the xp', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const reports = play({ seed, players: 5 }, hour / 2).map(reportOf);
      const ordinary = reports.filter(
        ({ player }) => !player.worldTypes.includes('SEASONAL') && player.stats,
      );
      for (const ofAccount of Map.groupBy(ordinary, ({ player }) => player.accountHash).values()) {
        const sent = ofAccount.toSorted((left, right) => left.timestamp - right.timestamp);
        for (const skill of skills) {
          const xp = sent.map(({ player }) => player.stats?.skills[skill]?.xp ?? -1);
          const levels = sent.map(({ player }) => player.stats?.skills[skill]?.level);
          expect(xp).toEqual(xp.toSorted((left, right) => left - right));
          expect(levels).toEqual(xp.map(virtualLevel));
          expect((xp.at(-1) ?? 0) - (xp[0] ?? 0)).toBeLessThan(300_000);
        }
      }
    }),
    { numRuns: 8 },
  );
});

test('a level-up names the same level as the skills of its message', () => {
  const withLevels = play({ players: 20 }, hour / 2)
    .map(reportOf)
    .filter(({ events }) => events.some(({ type }) => type === 'levelUp'));
  expect(withLevels.length).toBeGreaterThan(5);
  for (const { player, events } of withLevels) {
    const levels = events.filter(({ type }) => type === 'levelUp').flatMap(({ data }) => data as LevelUp[]);
    for (const { skill, level } of levels.filter((up) => up.skill !== 'Combat')) {
      expect(player.stats?.skills[skill]?.level).toBe(level);
    }
  }
});

interface LevelUp {
  readonly skill: string;
  readonly level: number;
}

test('resends carry the same bytes, and only messages with events are resent', () => {
  const messages = play({ players: 30 }, hour / 2);
  const byBody = Map.groupBy(messages, ({ body }) => body);
  const resent = [...byBody.values()].filter((same) => same.length > 1);
  expect(resent.length).toBeGreaterThan(0);
  for (const same of resent) {
    expect(same[0]?.hasEvents).toBe(true);
    expect(new Set(same.map(({ player }) => player)).size).toBe(1);
  }
});
