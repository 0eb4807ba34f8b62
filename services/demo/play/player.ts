import { ordinaryWorlds, seasonalWorlds } from '../game/worlds.ts';
import type { Random } from '../random.ts';
import type { PlayerIdentity } from './build-report.ts';
import { type Character, createCharacter } from './character.ts';
import { earlierKillsOf } from './earlier-kills.ts';
import { createOutbox } from './outbox.ts';
import type { SentReport } from './report.ts';
import { restoreCharacter, type SavedCharacter, saveCharacter } from './saved-character.ts';
import { createSession, type PlayedSession } from './session.ts';

/** One player, who logs in, plays, logs out and comes back later. */
export interface SimulatedPlayer {
  readonly identity: PlayerIdentity;
  /**
   * One game tick at `now`, epoch ms.
   * @returns the message that the player's plugin sends, if any
   */
  tick(now: number): SentReport | null;
  /** The player's main character, from which a later run can continue. */
  saved(): SavedCharacter;
}

const minute = 60_000;
const accountTypes = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 6];
/**
 * The share of players who sometimes play on seasonal worlds with the plugin on, and the share of
 * their sessions there.
 */
const seasonalPlayers = 0.25;
const seasonalSessions = 0.2;
/**
 * The share of sessions whose client crashes without a last message; the hub's timeout ends them.
 */
const silentEnds = 0.08;

export function createPlayer(
  name: string,
  options: {
    /** The player's first login. */
    readonly loginAt: number;
    readonly startedAt: number;
    /** From an earlier run or a simulated past. */
    readonly saved: SavedCharacter | null;
    /** Whether the player has time to play at a moment; null: always. */
    readonly hasTime: ((at: number) => boolean) | null;
    readonly random: Random;
  },
): SimulatedPlayer {
  const past = options.random.fork('past');
  const identity: PlayerIdentity = { name, accountHash: past.hex(56), accountType: past.pick(accountTypes) };
  const own = createCharacter(past, past.next());
  const earlier = earlierKillsOf(name);
  for (const [monster, { count, bestMs }] of earlier.kills) {
    own.kills.set(monster, { count, at: null, bestMs });
  }
  for (const { item } of earlier.log) own.collected.add(item.name);
  for (const { name: item } of earlier.keptLog ?? []) own.collected.add(item);
  if (options.saved !== null) restoreCharacter(own, options.saved);
  const seasonal = past.chance(seasonalPlayers) ? createCharacter(past, past.next()) : null;
  const fighting = 0.15 + 0.5 * past.next();
  // The clocks of half of all PCs are accurate; the others are off by up to a minute and a half.
  const clockOffset = past.chance(0.5) ? past.integer(-400, 400) : past.integer(-90_000, 90_000);

  // Each run has another sequence, so that a later run with the same seed does not repeat events.
  const random = options.random.fork(`run/${options.startedAt}`);
  let pcTime = 0;
  const outbox = createOutbox(() => pcTime, random.fork('events'));
  let session: PlayedSession | null = null;
  let loginAt = options.loginAt;
  let logoutAt = 0;

  function login(now: number): PlayedSession {
    const character: Character = seasonal !== null && random.chance(seasonalSessions) ? seasonal : own;
    const world = random.pick(character === own ? ordinaryWorlds : seasonalWorlds);
    logoutAt = now + random.integer(4 * minute, 40 * minute);
    return createSession(identity, character, { world, fighting, outbox, random });
  }

  function logout(now: number, leaving: PlayedSession): SentReport | null {
    loginAt = now + random.integer(minute, 6 * minute);
    const last = leaving.logout(pcTime);
    return random.chance(silentEnds) ? null : last;
  }

  return {
    identity,
    tick: (now) => {
      own.now = now;
      pcTime = now + clockOffset;
      if (session === null) {
        if (now < loginAt || options.hasTime?.(now) === false) return null;
        session = login(now);
      }
      if (now < logoutAt) return session.tick(pcTime);
      const leaving = session;
      session = null;
      return logout(now, leaving);
    },
    saved: () => saveCharacter(own),
  };
}
