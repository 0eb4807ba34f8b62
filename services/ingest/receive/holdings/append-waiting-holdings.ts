import type { IngestDeps } from '../../ingest-deps.ts';
import { completeHoldings } from './complete-holdings.ts';
import { accountOf, type HoldingEvent } from './events-of-holdings.ts';
import type { HoldingSchedule } from './holding-schedule.ts';
import type { StoredHoldings } from './stored-holdings.ts';
import type { WaitingHoldings } from './waiting-holdings.ts';

export interface WaitingParts {
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
export type AppendWaiting = (now: number, options: { readonly isClosing: boolean }) => Promise<void>;

export function createWaitingAppender(
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
