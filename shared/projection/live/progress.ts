import type { Page } from '../../log/event-log.ts';
import { watermarkDelayMs } from '../commit/checkpoints.ts';
import type { Lease } from '../commit/lease.ts';

/** Times are epoch ms. */
export interface Progress {
  readonly lagRecords: number;
  /**
   * Append time of the oldest record that is not projected; null without such a record. After a
   * commit that leaves records unread, the time of the last projected record.
   */
  readonly oldestUnreadAt: number | null;
  /**
   * Until this process moves the watermark, the time when this process first held the partition.
   */
  readonly watermarkAt: number;
}

/** Empty for a page without records that did not reach the end. */
export function progressBefore(page: Page): Partial<Progress> {
  const [first] = page.records;
  if (first === undefined) return page.reachedEnd ? { lagRecords: 0, oldestUnreadAt: null } : {};
  return { lagRecords: page.end - first.offset, oldestUnreadAt: first.appendTime };
}

/** Call this after the checkpoint has moved past the records. */
export function progressAfter(page: Page, { checkpoint }: Lease): Progress {
  return {
    lagRecords: page.reachedEnd ? 0 : Math.max(0, page.end - checkpoint.nextOffset),
    oldestUnreadAt: page.reachedEnd ? null : checkpoint.lastAppendTime,
    watermarkAt: checkpoint.recordTime - watermarkDelayMs,
  };
}
