import type { EventLog, Page } from '../../log/event-log.ts';
import { type LeasePage, placeOf } from '../commit/decode-batch.ts';
import { faultOfLog, faultOfPage } from '../commit/guard-page.ts';
import type { Lease } from '../commit/lease.ts';

/** Finds pages of another log, and compares the log once for each lease. */
export interface LogGuard {
  /**
   * The reason why the generation of the lease must stop; null when it may take the page.
   * @throws LogUnavailable
   */
  faultOf(page: LeasePage): Promise<string | null>;
  /** Call this after an outage: the log that answers next may be another log. */
  forget(): void;
}

export function createLogGuard(log: EventLog): LogGuard {
  let known = new WeakSet<Lease>();
  return {
    faultOf: async ({ lease, page }) => {
      const fault = faultOfPage(page, lease);
      if (fault !== null) return fault;
      if (isUnanswered(lease, page)) known.delete(lease);
      else if (!known.has(lease)) {
        // After the page: before, a log that was created again may be too short to compare.
        const otherLog = await faultOfLog(log, lease);
        if (otherLog !== null) return otherLog;
        known.add(lease);
      }
      return null;
    },
    forget: () => {
      known = new WeakSet();
    },
  };
}

/** A partition that gave no answer next to others that did. */
function isUnanswered(lease: Lease, { records, reachedEnd, end }: Page): boolean {
  return records.length === 0 && !reachedEnd && end <= placeOf(lease).offset;
}
