import { startPeriodicTask } from '../../../../shared/async/periodic-task.ts';
import { within } from '../../../../shared/async/waiting.ts';
import type { Facts } from '../../facts/facts.ts';
import type { IngestDeps } from '../../ingest-deps.ts';
import { completeHoldings } from './complete-holdings.ts';
import { accountOf, eventsOfHoldings, type HoldingEvent, type Reporter } from './events-of-holdings.ts';
import { createHoldingSchedule, type HoldingSchedule } from './holding-schedule.ts';
import { createOvertakenRepair } from './repair-overtaken.ts';
import { createStoredHoldings, type StoredHoldings } from './stored-holdings.ts';
import { createWaitingHoldings, type WaitingHoldings } from './waiting-holdings.ts';

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

interface WaitingParts {
  readonly stored: StoredHoldings;
  readonly waiting: WaitingHoldings;
  readonly turns: HoldingSchedule;
  /** Called before each append. */
  readonly onAppend: (events: readonly HoldingEvent[]) => void;
}

/**
 * Appends the due holdings, or all when the process ends. A failure does not stop the appends of
 * other accounts or members.
 * @throws the first failure
 */
type AppendWaiting = (now: number, options: { readonly isClosing: boolean }) => Promise<void>;

function createWaitingAppender(
  { journal, directory }: Pick<IngestDeps, 'journal' | 'directory'>,
  { stored, waiting, turns, onAppend }: WaitingParts,
): AppendWaiting {
  /** @param events of one subject */
  async function appendOfSubject(events: readonly HoldingEvent[], now: number, isClosing: boolean) {
    const whole = await completeHoldings(events, { stored, waiting, now });
    // A newer report may have replaced a holding during the read.
    const unchanged = whole.filter(({ key }, index) => waiting.get(key)?.event === events[index]);
    const due = unchanged.filter((event) => turns.takeWaitingIfDue(event, now, isClosing));
    if (due.length === 0) return;
    onAppend(due);
    try {
      await journal.append(due);
    } catch (error) {
      turns.waitAgain(due, now);
      throw error;
    }
  }

  /** An append for an erased account or member would fail for ever. */
  function isKnown(event: HoldingEvent): boolean {
    const { accounts, members } = directory.currentOrStale();
    return accounts.has(accountOf(event)) && (accounts.has(event.subject) || members.has(event.subject));
  }

  return async (now, { isClosing }) => {
    const due = waiting.due(isClosing ? Number.POSITIVE_INFINITY : now).map(({ event }) => event);
    for (const event of due) if (!isKnown(event)) waiting.delete(event.key);
    const bySubject = Map.groupBy(due.filter(isKnown), ({ subject }) => subject);
    const failures: unknown[] = [];
    for (const events of bySubject.values()) {
      await appendOfSubject(events, now, isClosing).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
}
