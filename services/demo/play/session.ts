import { placeTile } from '../game/places.ts';
import { type GameWorld, ordinaryWorlds } from '../game/worlds.ts';
import type { Random } from '../random.ts';
import { buildReport, type PlayerIdentity, reportedTile, type WalkedTile } from './build-report.ts';
import { type Activity, type Character, hitpointsMax, nowhere } from './character.ts';
import type { Outbox } from './outbox.ts';
import { createPlan, type Plan } from './plan.ts';
import type { SentReport } from './report.ts';

/** A player's session from login to logout. */
export interface PlayedSession {
  /**
   * One game tick at the PC's time, epoch ms.
   * @returns the message that the plugin sends, if any
   */
  tick(pcTime: number): SentReport | null;
  /** The last message. */
  logout(pcTime: number): SentReport;
}

/**
 * The plugin's own rules: a message at least every 100 ticks, with at most 300 tiles of the trail.
 */
const ticksBetweenReports = 100;
const trailMax = 300;
const ticksPerHitpoint = 100;
const hopChance = 1 / 3_000;

interface SessionOptions {
  readonly world: GameWorld;
  readonly fighting: number;
  readonly outbox: Outbox;
  readonly random: Random;
}

export function createSession(
  identity: PlayerIdentity,
  character: Character,
  options: SessionOptions,
): PlayedSession {
  const { outbox, random } = options;
  const nextActivity = createSchedule(character, options);
  let world = options.world;
  let current: Activity | null = null;
  let trail: WalkedTile[] = [];
  let ticks = 0;
  let reportedAt = 0;
  let reported = { hitpoints: character.hitpoints, prayer: character.prayer };

  function play(): void {
    current ??= nextActivity();
    if (!current.tick()) current = null;
    if (ticks % ticksPerHitpoint === 0 && character.hitpoints < hitpointsMax(character))
      character.hitpoints += 1;
    if (random.chance(hopChance) && ordinaryWorlds.includes(world)) world = random.pick(ordinaryWorlds);
  }

  function isDue(): boolean {
    const changed = character.hitpoints !== reported.hitpoints || character.prayer !== reported.prayer;
    return ticks === 2 || changed || outbox.hasUrgentEvent() || ticks - reportedAt >= ticksBetweenReports;
  }

  function report(pcTime: number, state: SentReport['state']): SentReport {
    const sent = { world, events: outbox.take(), trail: trail.slice(-trailMax), state, timestamp: pcTime };
    trail = [];
    reportedAt = ticks;
    reported = { hitpoints: character.hitpoints, prayer: character.prayer };
    return buildReport(identity, character, { ...sent, isFirst: ticks === 1 });
  }

  return {
    tick: (pcTime) => {
      ticks += 1;
      if (ticks === 1) return report(pcTime, 'LOGGED_IN');
      const before = character.tile;
      play();
      if (
        before.x !== character.tile.x ||
        before.y !== character.tile.y ||
        before.plane !== character.tile.plane
      ) {
        trail.push({ ...reportedTile(character), timestamp: pcTime });
      }
      return isDue() ? report(pcTime, 'LOGGED_IN') : null;
    },
    logout: (pcTime) => {
      outbox.add('clientShutdown', random.chance(0.85) ? 'Logout' : 'Shutdown');
      character.onBoat = false;
      return report(pcTime, 'LOGIN_SCREEN');
    },
  };
}

/** The activities of a session one after another: a journey, then its purpose. */
function createSchedule(character: Character, { outbox, random, fighting }: SessionOptions): () => Activity {
  let plan: Plan | null = null;
  return function next(): Activity {
    if (plan !== null) {
      const { activity } = plan;
      plan = null;
      return activity();
    }
    plan = createPlan({ character, outbox, random }, fighting);
    if (character.tile !== nowhere) return plan.journey();
    // The very first activity of a character needs no journey.
    character.tile = placeTile(plan.place);
    character.place = plan.place;
    return next();
  };
}
