import { startPeriodicTask } from '../../../../shared/async/periodic-task.ts';
import { within } from '../../../../shared/async/waiting.ts';
import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { createWaitingTiles, type TileFacts, type TilesEvent } from './waiting-tiles.ts';

/** A task appends the tiles of players who stopped reporting. */
export interface TilesAppender {
  /** @param now monotonic ms @returns the events to append with the report */
  select(accountId: string, source: string, facts: TileFacts, now: number): readonly TilesEvent[];
  /** To be called after a failed append. The fold takes a repeated tile once. */
  failed(events: readonly TilesEvent[]): void;
  /** Appends all waiting tiles, and stops the task. */
  close(): Promise<void>;
}

type Deps = Pick<IngestDeps, 'journal' | 'directory' | 'keepsTiles' | 'logger'>;

const checkEveryMs = 10_000;
/** The plugin sends at least a message a minute. */
const waitsAtMostMs = 5 * minuteMs;
const closeWithinMs = 5_000;
/** Older events are dropped. */
const failedMax = 10_000;

export function createTilesAppender(deps: Deps, monotonicNow: () => number): TilesAppender {
  const { journal, directory, logger, keepsTiles } = deps;
  const waiting = createWaitingTiles();
  let failed: TilesEvent[] = [];

  function failedAgain(events: readonly TilesEvent[]): void {
    failed = [...failed, ...events].slice(-failedMax);
  }

  /** An append for an erased account would bring back its records. */
  async function appendOlder(before?: number): Promise<void> {
    const { accounts } = directory.currentOrStale();
    const due = [...failed, ...waiting.takeOlder(before)].filter(({ subject }) => accounts.has(subject));
    failed = [];
    if (due.length === 0) return;
    try {
      await journal.append(due);
    } catch (error) {
      failedAgain(due);
      throw error;
    }
  }

  const appending = startPeriodicTask({
    name: 'append of walked tiles',
    run: () => appendOlder(monotonicNow() - waitsAtMostMs),
    everyMs: checkEveryMs,
    firstAfterMs: checkEveryMs,
    isNeeded: () => failed.length > 0 || !waiting.isEmpty(),
    logger,
  });

  async function appendLast(): Promise<void> {
    await appending.stop();
    await appendOlder().catch((error: unknown) => {
      logger.warn({ err: error }, 'the tiles of the last minutes are not stored');
    });
  }

  return {
    select: (accountId, source, facts, now) => (keepsTiles ? waiting.add(accountId, source, facts, now) : []),
    failed: failedAgain,
    close: () => within(closeWithinMs, appendLast(), () => {}),
  };
}
