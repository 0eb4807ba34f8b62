import { startPeriodicTask } from '../../../../shared/async/periodic-task.ts';
import { within } from '../../../../shared/async/waiting.ts';
import type { Facts } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { createWaitingAppender } from './append-waiting-holdings.ts';
import { completeHoldings } from './complete-holdings.ts';
import { eventsOfHoldings, type HoldingEvent, type Reporter } from './events-of-holdings.ts';
import { createHoldingSchedule } from './holding-schedule.ts';
import { createOvertakenRepair } from './repair-overtaken.ts';
import { createStoredHoldings } from './stored-holdings.ts';
import { createWaitingHoldings } from './waiting-holdings.ts';

export interface DueHoldings {
  readonly events: readonly HoldingEvent[];
  /** To be called after a failed append. */
  readonly failed: () => void;
}

/** A task appends the holdings that are not due with their report. */
export interface HoldingsAppender {
  /** @param now monotonic ms @throws LogUnavailable */
  select(reporter: Reporter, facts: Pick<Facts, 'at' | 'holdings'>, now: number): Promise<DueHoldings>;
  /** Appends all waiting holdings, and stops the task. */
  close(): Promise<void>;
}

const checkEveryMs = 1_000;
const closeWithinMs = 5_000;
/** Holdings without room are appended at once. */
const waitingBytesMax = 32 * 1_048_576;
const nothingDue: DueHoldings = { events: [], failed: () => {} };

type Deps = Pick<IngestDeps, 'journal' | 'directory' | 'clock' | 'isSoleProcess' | 'logger'>;

export function createHoldingsAppender(deps: Deps, monotonicNow: () => number): HoldingsAppender {
  const stored = createStoredHoldings(deps);
  const waiting = createWaitingHoldings(waitingBytesMax);
  const turns = createHoldingSchedule(stored, waiting, deps);
  const repair = createOvertakenRepair(deps, stored);
  const appendWaiting = createWaitingAppender(deps, {
    stored,
    waiting,
    turns,
    onAppend: (events) => repair.expect(events, monotonicNow()),
  });

  const appending = startPeriodicTask({
    name: 'append of waiting holdings',
    run: async () => {
      await appendWaiting(monotonicNow(), { isClosing: false });
      await repair.run(monotonicNow());
    },
    everyMs: checkEveryMs,
    firstAfterMs: checkEveryMs,
    isNeeded: () => !waiting.isEmpty() || repair.isNeeded(),
    logger: deps.logger,
  });

  async function appendLast(): Promise<void> {
    await appending.stop();
    await appendWaiting(monotonicNow(), { isClosing: true }).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the last changes of some holdings are not stored');
    });
  }

  return {
    select: async (reporter, facts, now) => {
      const events = eventsOfHoldings(reporter, facts);
      if (events.length === 0) return nothingDue;
      const whole = await completeHoldings(events, { stored, waiting, now });
      const due = whole.filter((event) => turns.takeIfDue(event, now));
      repair.expect(due, now);
      return { events: due, failed: () => turns.waitAgain(due, now) };
    },
    close: () => within(closeWithinMs, appendLast(), () => {}),
  };
}
