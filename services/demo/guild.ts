import type { XpBySkill } from './game/skills.ts';
import { createHabits } from './play/habits.ts';
import { createPlayer, type SimulatedPlayer } from './play/player.ts';
import type { SentReport } from './play/report.ts';
import { inventNames } from './player-names.ts';
import { createRandom, type Random } from './random.ts';

/**
 * A guild at play, without clocks and sockets: the same options and the same calls of `advance` give the same
 * messages to the byte.
 */
export interface Guild {
  readonly players: readonly string[];
  /**
   * Plays on to `until`, epoch ms. Further than 30 s ahead the time between is skipped, as for a machine that slept.
   * @returns the messages that the plugins send meanwhile, oldest first
   */
  advance(until: number): readonly Message[];
  /** Xp by player, to go on from in a later run. */
  learned(): Readonly<Record<string, XpBySkill>>;
}

/** A message that a player's plugin wants to send. */
export interface Message {
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
  readonly learned?: Readonly<Record<string, XpBySkill>>;
  /** `people`: with lives beside the game, for a past of days; `always` when not given. */
  readonly play?: 'always' | 'people';
}

const tickMs = 600;
const skipBeyondMs = 30_000;
/** Logins at the start: this long for each player on average, so that 500 come within 20 s. */
const loginSpreadMs = 40;
/** The share of players who come only after a few minutes. */
const lateShare = 0.12;
/** A plugin that got no answer sends the same bytes again; this share of messages with events does. */
const resentShare = 0.04;

/** The names of a guild's players: those of a smaller guild with the same seed, and more. */
export function guildNames(players: number, seed: number): string[] {
  return inventNames(players, createRandom(`guild/${seed}/names`));
}

export function createGuild(options: GuildOptions): Guild {
  const random = createRandom(`guild/${options.seed}`);
  const names = guildNames(options.players, options.seed);
  const seats = names.map((name) => seat(name, options, random.fork(`player/${name}`)));
  let resends: Message[] = [];
  let now = options.startedAt;

  function play(player: number, until: number): Message[] {
    const seated = seats[player];
    const messages: Message[] = [];
    if (seated === undefined) return messages;
    for (; seated.nextTickAt <= until; seated.nextTickAt += tickMs) {
      const report = seated.player.tick(seated.nextTickAt);
      if (report !== null) messages.push(messageOf(player, seated.nextTickAt, report));
    }
    return messages;
  }

  function resend(message: Message): void {
    const resending = seats[message.player]?.resending;
    if (!message.hasEvents || resending?.chance(resentShare) !== true) return;
    resends.push({ ...message, at: message.at + resending.integer(1_000, 20_000) });
  }

  return {
    players: names,
    advance: (until) => {
      if (until - now > skipBeyondMs) for (const seated of seats) seated.nextTickAt += until - now;
      now = Math.max(now, until);
      const played = seats.flatMap((_, player) => play(player, until));
      const due = resends.filter((message) => message.at <= until);
      resends = resends.filter((message) => message.at > until);
      for (const message of played) resend(message);
      return [...played, ...due].sort((left, right) => left.at - right.at);
    },
    learned: () => Object.fromEntries(seats.map(({ player }) => [player.identity.name, player.learned()])),
  };
}

interface Seat {
  readonly player: SimulatedPlayer;
  readonly resending: Random;
  nextTickAt: number;
}

function seat(name: string, options: GuildOptions, random: Random): Seat {
  const arrival = random.fork(`arrival/${options.startedAt}`);
  const soon = arrival.integer(0, options.players * loginSpreadMs);
  const late = arrival.chance(lateShare) ? arrival.integer(60_000, 300_000) : 0;
  const { startedAt } = options;
  const learned = options.learned?.[name] ?? null;
  const isHome = options.play === 'people' ? createHabits(random.fork(`habits/${startedAt}`)) : null;
  return {
    player: createPlayer(name, { loginAt: startedAt + soon + late, startedAt, learned, isHome, random }),
    resending: random.fork(`resends/${startedAt}`),
    // Clients do not tick together: each has its own phase.
    nextTickAt: startedAt + arrival.integer(0, tickMs - 1),
  };
}

function messageOf(player: number, at: number, report: SentReport): Message {
  return { player, at, body: JSON.stringify(report), hasEvents: report.events.length > 0 };
}
