import { dayMs } from '../../../shared/domain/durations.ts';
import { monsters } from '../game/bestiary.ts';
import { type GameItem, getItem } from '../game/items.ts';
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

export interface EarlierKills {
  /** By the name of the monster. */
  readonly kills: ReadonlyMap<string, number>;
  /** New items of the collection log, oldest first. */
  readonly log: readonly EarlierLogEntry[];
}

const killsMax = 900;
const daysMax = 400;

/** Kills of a player before the first login: the same in every run. */
export function earlierKillsOf(player: string): EarlierKills {
  const random = createRandom(`earlier-kills/${player}`);
  const kills = new Map(monsters.map(({ name }) => [name, random.integer(1, killsMax)]));
  const log = new Map<string, EarlierLogEntry>();
  for (const { name: source, drops } of monsters) {
    const total = kills.get(source) ?? 0;
    for (const { item } of drops.filter(({ collected, oneIn }) => collected && total > oneIn)) {
      const agoMs = random.integer(dayMs, daysMax * dayMs);
      log.set(item, { item: getItem(item), source, kills: random.integer(1, total), agoMs });
    }
  }
  return { kills, log: [...log.values()].sort((one, other) => other.agoMs - one.agoMs) };
}
