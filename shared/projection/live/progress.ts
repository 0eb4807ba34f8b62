import type { Page } from '../../log/event-log.ts';
import { watermarkDelayMs } from '../commit/checkpoints.ts';
import type { Lease } from '../commit/lease.ts';

/** How far a partition is, by its last read. Times are epoch ms. */
export interface Progress {
  readonly lagRecords: number;
  /** Append time of the oldest record that is not projected; null when there is none. */
  readonly oldestUnreadAt: number | null;
  /** 0 until this process has moved it. */
  readonly watermarkAt: number;
}

/** The progress before the records of a page are projected. */
export function progressBefore(page: Page): Omit<Progress, 'watermarkAt'> {
  const [first] = page.records;
  if (first === undefined) return { lagRecords: 0, oldestUnreadAt: null };
  return { lagRecords: page.end - first.offset, oldestUnreadAt: first.appendTime };
}

/** The progress after they are, when the checkpoint has moved past them. */
export function progressAfter(page: Page, { checkpoint }: Lease): Progress {
  return {
    lagRecords: page.reachedEnd ? 0 : Math.max(0, page.end - checkpoint.nextOffset),
    oldestUnreadAt: page.reachedEnd ? null : checkpoint.lastAppendTime,
    watermarkAt: checkpoint.recordTime - watermarkDelayMs,
  };
}
