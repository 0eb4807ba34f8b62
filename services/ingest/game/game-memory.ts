import { startSpacedRuns } from '../../../shared/async/spaced-runs.ts';
import { within } from '../../../shared/async/waiting.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
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

const shareEveryMs = 30_000;
/** What others learned is read at the first and then at every second turn: once a minute. */
const turnsOfReading = 2;
/** Entries of a statement: what is beyond waits for the next. */
const writtenAtOnceMax = 2_000;
/** Whatever the pool allows: so long the start and the end of the process wait at most. */
const shareWithinMs = 3_000;
const notShared = 'what is known of items and worlds is not shared meanwhile';

export interface GameKeeperOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly everyMs?: number;
}

export function keepGame(options: GameKeeperOptions): GameKeeper {
  const { database, logger, clock, everyMs = shareEveryMs } = options;
  const items = new Map<number, KnownItem>();
  const worlds = new Map<number, KnownWorld>();
  /** Ids of what is not written yet. */
  const newItems = new Set<number>();
  const newWorlds = new Set<number>();
  let readAt = 0;
  let turn = 0;

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

  async function share(): Promise<void> {
    const reads = turn % turnsOfReading === 0;
    await writeNews();
    if (reads) await readNews();
    turn += 1;
  }

  const sharing = startSpacedRuns({ work: share, logger, failed: notShared, everyMs });

  async function shareTheLast(): Promise<void> {
    await sharing.close();
    await writeNews().catch((error: unknown) => logger.warn({ err: error }, notShared));
  }

  return {
    ready: sharing.renewed(shareWithinMs).then(() => {}),
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
    close: () => within(shareWithinMs, shareTheLast(), () => {}),
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
