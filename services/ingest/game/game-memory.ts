import { startPeriodicTask } from '../../../shared/async/periodic-task.ts';
import { within } from '../../../shared/async/waiting.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/observability/logger.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { readGameRows, writeLearnedGame } from './game-tables.ts';
import {
  createKnownGame,
  type ItemDetails,
  type KnownGame,
  type KnownItem,
  type KnownWorld,
  learnedItem,
  learnedWorld,
} from './known-game.ts';

/**
 * The known game in memory. Processes share it through two tables. Without the database, a process
 * uses its own memory.
 */
export interface GameMemory extends KnownGame {
  /** Learns in memory. A task writes the tables. */
  learnItem(shown: ItemDetails, reporters: readonly string[]): void;
  learnWorld(world: number, isSpecial: boolean): void;
  /** Resolves when the tables were read, or could not be read in time. */
  readonly ready: Promise<void>;
  /** Writes what is left, unless that takes too long. */
  close(): Promise<void>;
}

const shareEveryMs = 30_000;
const runsPerRead = 2;
const writtenAtOnceMax = 2_000;
const shareWithinMs = 3_000;

export interface GameMemoryOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly everyMs?: number;
}

export function openGameMemory(options: GameMemoryOptions): GameMemory {
  const { database, logger, clock, everyMs = shareEveryMs } = options;
  const items = new Map<number, KnownItem>();
  const worlds = new Map<number, KnownWorld>();
  const unwrittenItems = new Set<number>();
  const unwrittenWorlds = new Set<number>();
  let readAt = 0;
  let run = 0;

  async function readOthers(): Promise<void> {
    const rows = await readGameRows(database, readAt);
    for (const item of rows.items) if (!unwrittenItems.has(item.id)) items.set(item.id, item);
    for (const world of rows.worlds) if (!unwrittenWorlds.has(world.world)) worlds.set(world.world, world);
    readAt = rows.readAt;
  }

  async function writeOwn(): Promise<void> {
    const [ownItems, ownWorlds] = [takeSome(items, unwrittenItems), takeSome(worlds, unwrittenWorlds)];
    if (ownItems.length + ownWorlds.length === 0) return;
    try {
      await writeLearnedGame(database, { items: ownItems, worlds: ownWorlds }, clock());
    } catch (error) {
      for (const { id } of ownItems) unwrittenItems.add(id);
      for (const { world } of ownWorlds) unwrittenWorlds.add(world);
      throw error;
    }
  }

  async function share(): Promise<void> {
    await writeOwn();
    if (run % runsPerRead === 0) await readOthers();
    run += 1;
  }

  const sharing = startPeriodicTask({
    name: 'sharing of known items and worlds',
    run: share,
    everyMs,
    logger,
  });

  async function shareLast(): Promise<void> {
    await sharing.stop();
    await writeOwn().catch((error: unknown) => {
      logger.warn({ err: error }, 'the last new items and worlds are not shared');
    });
  }

  return {
    ready: within(shareWithinMs, sharing.requestRun(), () => false).then(() => {}),
    ...createKnownGame(items, worlds, clock),
    learnItem: (shown, reporters) => {
      const learned = learnedItem(items.get(shown.id), shown, reporters, clock);
      if (learned === null) return;
      items.set(shown.id, learned);
      unwrittenItems.add(shown.id);
    },
    learnWorld: (world, isSpecial) => {
      const learned = learnedWorld(worlds.get(world), world, isSpecial, clock());
      if (learned === null) return;
      worlds.set(world, learned);
      unwrittenWorlds.add(world);
    },
    close: () => within(shareWithinMs, shareLast(), () => {}),
  };
}

function takeSome<Known>(known: ReadonlyMap<number, Known>, ids: Set<number>): Known[] {
  const some: Known[] = [];
  for (const id of ids) {
    if (some.length === writtenAtOnceMax) break;
    ids.delete(id);
    const entry = known.get(id);
    if (entry !== undefined) some.push(entry);
  }
  return some;
}
