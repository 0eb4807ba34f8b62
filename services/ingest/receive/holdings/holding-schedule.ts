import { minuteMs } from '../../../../shared/domain/durations.ts';
import type { HoldingEvent } from './events-of-holdings.ts';
import { isOlderReport, isStored, type StoredHoldings } from './stored-holdings.ts';
import type { WaitingHoldings } from './waiting-holdings.ts';

/**
 * Only changes are appended, and at most one record a minute for each record key. A holding that
 * changes more often waits, because the plugin does not repeat it. Call `StoredHoldings.load`
 * first. Times are monotonic ms.
 */
export interface HoldingSchedule {
  /**
   * @returns whether a reported holding is appended now. Then it counts as stored; otherwise it may
   * wait.
   */
  takeIfDue(event: HoldingEvent, now: number): boolean;
  /**
   * Like `takeIfDue`, for a waiting holding.
   * @param isClosing the process ends, so no holding continues to wait
   */
  takeWaitingIfDue(event: HoldingEvent, now: number, isClosing: boolean): boolean;
  /** To be called after a failed append. */
  waitAgain(events: readonly HoldingEvent[], now: number): void;
}

const appendedEveryMs = minuteMs;

export function createHoldingSchedule(
  stored: StoredHoldings,
  waiting: WaitingHoldings,
  { isSoleProcess }: { readonly isSoleProcess: boolean },
): HoldingSchedule {
  const dueAtOf = (event: HoldingEvent) =>
    (stored.find(event)?.storedAt ?? Number.NEGATIVE_INFINITY) + appendedEveryMs;

  function take(event: HoldingEvent, now: number): true {
    waiting.delete(event.key);
    stored.note(event, now);
    return true;
  }

  return {
    takeIfDue: (event, now) => {
      if (isOlderReport(event.data.at, waiting.get(event.key)?.event.data.at ?? 0)) return false;
      const isKnown = isStored(event, stored.find(event));
      const dueAt = dueAtOf(event);
      // Another process may still append an older holding, so a report that equals the stored
      // holding waits too.
      const mayWait = dueAt > now && !(isKnown && isSoleProcess);
      if (mayWait && waiting.add({ event, dueAt })) return false;
      if (!isKnown) return take(event, now);
      waiting.delete(event.key);
      return false;
    },
    takeWaitingIfDue: (event, now, isClosing) => {
      const known = stored.find(event);
      const isOutdated = isSoleProcess
        ? isStored(event, known)
        : known !== undefined && (known.at === event.data.at || isOlderReport(event.data.at, known.at));
      if (isOutdated) {
        waiting.delete(event.key);
        return false;
      }
      const dueAt = dueAtOf(event);
      if (!isClosing && dueAt > now && waiting.add({ event, dueAt })) return false;
      return take(event, now);
    },
    waitAgain: (events, now) => {
      for (const event of events) {
        stored.forget(event.subject);
        if (waiting.get(event.key) === undefined) waiting.add({ event, dueAt: now });
      }
    },
  };
}
