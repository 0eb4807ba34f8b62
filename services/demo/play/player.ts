import type { XpBySkill } from '../game/skills.ts';
import { ordinaryWorlds, seasonalWorlds } from '../game/worlds.ts';
import type { Random } from '../random.ts';
import type { PlayerIdentity } from './build-report.ts';
import { type Character, createCharacter } from './character.ts';
import { createOutbox } from './outbox.ts';
import type { SentReport } from './report.ts';
import { createSession, type PlayedSession } from './session.ts';

/** One player: logs in, plays, logs out, comes back. */
export interface SimulatedPlayer {
  readonly identity: PlayerIdentity;
  /** One game tick at `now`, epoch ms. @returns the message that the player's plugin sends on it, if any */
  tick(now: number): SentReport | null;
  /** What the player's own character has learned so far. */
  learned(): XpBySkill;
}

const minute = 60_000;
const accountTypes = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 6];
/** Some players let the plugin report from seasonal worlds too; they go there now and then. */
const seasonalPlayers = 0.25;
const seasonalSessions = 0.2;
/** A client that dies says nothing; the hub's timeout ends that session. */
const silentEnds = 0.08;

/**
 * `loginAt` is the player's first login; `learned` what the character knows from an earlier run; `isHome` whether the
 * player would log in at a moment, always when it is null.
 */
export function createPlayer(
  name: string,
  options: {
    readonly loginAt: number;
    readonly startedAt: number;
    readonly learned: XpBySkill | null;
    readonly isHome: ((at: number) => boolean) | null;
    readonly random: Random;
  },
): SimulatedPlayer {
  const past = options.random.fork('past');
  const identity: PlayerIdentity = { name, accountHash: past.hex(56), accountType: past.pick(accountTypes) };
  const own = createCharacter(past, past.next());
  if (options.learned !== null) Object.assign(own.xp, options.learned);
  const seasonal = past.chance(seasonalPlayers) ? createCharacter(past, past.next()) : null;
  const fighting = 0.15 + 0.5 * past.next();
  // Half of all PCs keep good time, the others are off by up to a minute and a half.
  const clockOffset = past.chance(0.5) ? past.integer(-400, 400) : past.integer(-90_000, 90_000);

  // What happens next must not repeat what an earlier run with the same seed reported.
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
      pcTime = now + clockOffset;
      if (session === null) {
        if (now < loginAt || options.isHome?.(now) === false) return null;
        session = login(now);
      }
      if (now < logoutAt) return session.tick(pcTime);
      const leaving = session;
      session = null;
      return logout(now, leaving);
    },
    learned: () => ({ ...own.xp }),
  };
}
