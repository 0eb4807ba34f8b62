import type { Page } from '../../log/event-log.ts';
import { watermarkDelayMs } from '../commit/checkpoints.ts';
import type { Lease } from '../commit/lease.ts';

/** How far a partition is, as its last read found it. Times are epoch ms. */
export interface Progress {
  readonly lagRecords: number;
  /** Append time of the oldest record that is not projected; null when there is none. */
  readonly oldestUnreadAt: number | null;
  /** 0 before the first move that this process made. */
  readonly watermarkAt: number;
}

/** What a page says before its records are projected. */
export function progressBefore(page: Page): Omit<Progress, 'watermarkAt'> {
  const [first] = page.records;
  if (first === undefined) return { lagRecords: 0, oldestUnreadAt: null };
  return { lagRecords: page.end - first.offset, oldestUnreadAt: first.appendTime };
}

/** And after, with the lease's checkpoint behind them. */
export function progressAfter(page: Page, { checkpoint }: Lease): Progress {
  return {
    lagRecords: page.reachedEnd ? 0 : Math.max(0, page.end - checkpoint.nextOffset),
    oldestUnreadAt: page.reachedEnd ? null : checkpoint.lastAppendTime,
    watermarkAt: checkpoint.recordTime - watermarkDelayMs,
  };
}
