import { dayMs, hourMs } from '../../../shared/domain/durations.ts';
import { logItems, monsters } from '../game/bestiary.ts';
import { type GameItem, getItem } from '../game/items.ts';
import { tickMs } from '../game/tick.ts';
import { createRandom } from '../random.ts';

interface EarlierLogEntry {
  readonly item: GameItem;
  /** The name of the monster. */
  readonly source: string;
  /** Kills of the monster at the drop. */
  readonly kills: number;
  /** Before the first login, ms. */
  readonly agoMs: number;
}

interface EarlierCount {
  readonly count: number;
  /** The shortest kill, ms. */
  readonly bestMs: number;
}

const killsMax = 900;
/** The oldest entries of the log are pets. */
export const daysMax = 400;
const lastKillDaysMax = 40;
/** Ticks of the shortest kill for each hitpoint of the monster. */
const [ticksMin, ticksMax] = [0.25, 0.5];
const keptLogShare = 1 / 3;
const otherItemsShare = 0.4;
const allPets = [
  { id: 13_071, name: 'Chompy chick' },
  { id: 13_322, name: 'Beaver' },
];
const petShare = 0.6;

/** Kills of a player before the first login: the same in every run. */
export function earlierKillsOf(player: string) {
  const random = createRandom(`earlier-kills/${player}`);
  const kills = new Map<string, EarlierCount>();
  const log = new Map<string, EarlierLogEntry>();
  for (const { name: source, hitpoints, drops } of monsters) {
    const count = random.integer(1, killsMax);
    const ticks = Math.ceil(hitpoints * (ticksMin + (ticksMax - ticksMin) * random.next()));
    const lastAgoMs = random.integer(hourMs, lastKillDaysMax * dayMs);
    kills.set(source, { count, bestMs: ticks * tickMs });
    for (const { item } of drops.filter(({ collected, oneIn }) => collected && count > oneIn)) {
      const killsAtDrop = random.integer(1, count);
      const agoMs = Math.round(lastAgoMs + (1 - killsAtDrop / count) * (daysMax * dayMs - lastAgoMs));
      log.set(item, { item: getItem(item), source, kills: killsAtDrop, agoMs });
    }
  }
  const others = [...logItems].filter((item) => !log.has(item) && random.chance(otherItemsShare));
  return {
    /** By the name of the monster. */
    kills,
    /** New items of the collection log, oldest first. */
    log: [...log.values()].sort((one, other) => other.agoMs - one.agoMs),
    /** More items, if the player opened the log while a plugin ran; otherwise null. */
    keptLog: random.chance(keptLogShare) ? others.map(getItem) : null,
    /** Are in the collection log too. */
    pets: allPets.filter(() => random.chance(petShare)),
  };
}
