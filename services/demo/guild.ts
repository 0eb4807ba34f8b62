import { tickMs } from './game/tick.ts';
import { createPlayTimes } from './play/play-times.ts';
import { createPlayer, type SimulatedPlayer } from './play/player.ts';
import type { SentReport } from './play/report.ts';
import type { SavedCharacters } from './play/saved-character.ts';
import { inventNames } from './player-names.ts';
import { createRandom, type Random } from './random.ts';

/**
 * A simulated guild without clocks and sockets: the same options and the same calls of `advance`
 * give the same messages to the byte.
 */
export interface Guild {
  readonly players: readonly string[];
  /**
   * Plays until `until`, epoch ms. Skips a gap of more than 30 s, because the machine was asleep.
   * @returns the messages that the plugins send in this time, oldest first
   */
  advance(until: number): readonly GuildMessage[];
  /** The characters by player, from which a later run can continue. */
  characters(): SavedCharacters;
}

/** A message that a player's plugin wants to send. */
export interface GuildMessage {
  /** Index of the player. */
  readonly player: number;
  /** When it is sent, epoch ms. */
  readonly at: number;
  /** The report as JSON; a resend has the same bytes. */
  readonly body: string;
  readonly hasEvents: boolean;
}

export interface GuildOptions {
  readonly players: number;
  readonly seed: number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly characters?: SavedCharacters;
  /**
   * `people` play about an hour a day, for a simulated past of days. By default they play `always`.
   */
  readonly play?: 'always' | 'people';
}

const skipBeyondMs = 30_000;
/**
 * Each player makes the period of first logins longer by this time, so that 500 players log in
 * within 20 s.
 */
const loginSpreadMs = 40;
/** The share of players who first log in some minutes later. */
const lateShare = 0.12;
/** The share of messages with events that are sent twice, as after a missing answer. */
const resentShare = 0.04;

/**
 * The names of a guild's players. A larger guild with the same seed has all names of a smaller
 * guild.
 */
export function guildNames(players: number, seed: number): string[] {
  return inventNames(players, createRandom(`guild/${seed}/names`));
}

export function createGuild(options: GuildOptions): Guild {
  const random = createRandom(`guild/${options.seed}`);
  const names = guildNames(options.players, options.seed);
  const schedule = names.map((name) => schedulePlayer(name, options, random.fork(`player/${name}`)));
  let resends: GuildMessage[] = [];
  let now = options.startedAt;

  function play(player: number, until: number): GuildMessage[] {
    const scheduled = schedule[player];
    const messages: GuildMessage[] = [];
    if (scheduled === undefined) return messages;
    for (; scheduled.nextTickAt <= until; scheduled.nextTickAt += tickMs) {
      const report = scheduled.player.tick(scheduled.nextTickAt);
      if (report !== null) messages.push(messageOf(player, scheduled.nextTickAt, report));
    }
    return messages;
  }

  function resend(message: GuildMessage): void {
    const resending = schedule[message.player]?.resending;
    if (!message.hasEvents || resending?.chance(resentShare) !== true) return;
    resends.push({ ...message, at: message.at + resending.integer(1_000, 20_000) });
  }

  return {
    players: names,
    advance: (until) => {
      if (until - now > skipBeyondMs) for (const scheduled of schedule) scheduled.nextTickAt += until - now;
      now = Math.max(now, until);
      const played = schedule.flatMap((_, player) => play(player, until));
      const due = resends.filter((message) => message.at <= until);
      resends = resends.filter((message) => message.at > until);
      for (const message of played) resend(message);
      return [...played, ...due].sort((left, right) => left.at - right.at);
    },
    characters: () =>
      Object.fromEntries(schedule.map(({ player }) => [player.identity.name, player.saved()])),
  };
}

interface ScheduledPlayer {
  readonly player: SimulatedPlayer;
  readonly resending: Random;
  nextTickAt: number;
}

function schedulePlayer(name: string, options: GuildOptions, random: Random): ScheduledPlayer {
  const arrival = random.fork(`arrival/${options.startedAt}`);
  const soon = arrival.integer(0, options.players * loginSpreadMs);
  const late = arrival.chance(lateShare) ? arrival.integer(60_000, 300_000) : 0;
  const { startedAt } = options;
  const saved = options.characters?.[name] ?? null;
  const hasTime = options.play === 'people' ? createPlayTimes(random.fork(`habits/${startedAt}`)) : null;
  return {
    player: createPlayer(name, { loginAt: startedAt + soon + late, startedAt, saved, hasTime, random }),
    resending: random.fork(`resends/${startedAt}`),
    // The game ticks of clients are not in phase.
    nextTickAt: startedAt + arrival.integer(0, tickMs - 1),
  };
}

function messageOf(player: number, at: number, report: SentReport): GuildMessage {
  return { player, at, body: JSON.stringify(report), hasEvents: report.events.length > 0 };
}
