import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { within } from '../../../shared/waiting.ts';
import { readGame, writeLearned } from './game-tables.ts';
import {
  gameOf,
  type ItemSaid,
  type KnownGame,
  type KnownItem,
  type KnownWorld,
  learnedItem,
  learnedWorld,
} from './known-game.ts';

/**
 * What a process knows of the game, in memory, shared with the others by two tables. Without the database it knows what it
 * has learned itself, and shares it later. Losing all of it costs names until somebody shows them again.
 */
export interface GameKeeper extends KnownGame {
  /** Learns from a report. Costs a look into the memory, and waits for nothing. */
  learnItem(said: ItemSaid): void;
  learnWorld(world: number, special: boolean): void;
  /** What the tables hold was read, or could not be read in time. */
  readonly ready: Promise<void>;
  /** Writes what was learned last, unless that takes too long. */
  close(): Promise<void>;
}

const writeEveryMs = 30_000;
const readEveryMs = 60_000;
/** Entries of a statement: what is beyond waits for the next. */
const writtenAtOnceMax = 2_000;
/** For both statements, whatever the pool allows: the start and the end of the process wait for them. */
const shareWithinMs = 3_000;

export interface GameKeeperOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly everyMs?: { readonly write: number; readonly read: number };
}

export function keepGame(options: GameKeeperOptions): GameKeeper {
  const { database, logger, clock } = options;
  const { write, read } = options.everyMs ?? { write: writeEveryMs, read: readEveryMs };
  const items = new Map<number, KnownItem>();
  const worlds = new Map<number, KnownWorld>();
  /** Ids of what is not written yet. */
  const newItems = new Set<number>();
  const newWorlds = new Set<number>();
  let readAt = 0;

  async function readNews(): Promise<void> {
    const rows = await readGame(database, readAt);
    for (const item of rows.items) if (!newItems.has(item.id)) items.set(item.id, item);
    for (const world of rows.worlds) if (!newWorlds.has(world.world)) worlds.set(world.world, world);
    readAt = rows.readAt;
  }

  async function writeNews(): Promise<void> {
    const [someItems, someWorlds] = [taken(items, newItems), taken(worlds, newWorlds)];
    if (someItems.length + someWorlds.length === 0) return;
    try {
      await writeLearned(database, { items: someItems, worlds: someWorlds }, clock());
    } catch (error) {
      for (const { id } of someItems) newItems.add(id);
      for (const { world } of someWorlds) newWorlds.add(world);
      throw error;
    }
  }

  const share = createSharing(logger);
  const timers = [
    setInterval(() => void share(writeNews), write).unref(),
    setInterval(() => void share(readNews), read).unref(),
  ];

  return {
    ready: share(readNews),
    ...gameOf(items, worlds, clock),
    learnItem: (said) => {
      const learned = learnedItem(items.get(said.id), said, clock);
      if (learned === null) return;
      items.set(said.id, learned);
      newItems.add(said.id);
    },
    learnWorld: (world, special) => {
      const learned = learnedWorld(worlds.get(world), world, special, clock());
      if (learned === null) return;
      worlds.set(world, learned);
      newWorlds.add(world);
    },
    close: () => {
      for (const timer of timers) clearInterval(timer);
      // What is under way already may take as long again.
      return within(shareWithinMs, share(writeNews), () => {});
    },
  };
}

/**
 * Does one thing with the database after the other, each for so long at most. A failure is logged once, until it has passed;
 * what failed is done with the next.
 */
function createSharing(logger: Logger): (work: () => Promise<void>) => Promise<void> {
  let failing = false;
  let last = Promise.resolve();

  async function share(work: () => Promise<void>): Promise<void> {
    try {
      await within(shareWithinMs, work(), () => {
        throw new Error(`the database did not answer within ${shareWithinMs} ms`);
      });
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error }, 'what is known of items and worlds is not shared meanwhile');
      failing = true;
    }
  }

  return (work) => {
    last = last.then(() => share(work));
    return last;
  };
}

/** Takes what is known of some of the ids out of those to be written. */
function taken<Known>(known: ReadonlyMap<number, Known>, ids: Set<number>): Known[] {
  const some: Known[] = [];
  for (const id of ids) {
    if (some.length === writtenAtOnceMax) break;
    ids.delete(id);
    const entry = known.get(id);
    if (entry !== undefined) some.push(entry);
  }
  return some;
}
