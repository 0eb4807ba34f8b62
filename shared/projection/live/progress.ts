import type { Page } from '../../log/event-log.ts';
import { watermarkDelayMs } from '../commit/checkpoints.ts';
import type { Lease } from '../commit/lease.ts';

/** The progress of a partition at its last read. Times are epoch ms. */
export interface Progress {
  readonly lagRecords: number;
  /**
   * Append time of the oldest record that is not projected; null without such a record. After a
   * commit that leaves records unread, the append time of the last projected record.
   */
  readonly oldestUnreadAt: number | null;
  /**
   * The watermark. Until this process moves it, the time when this process first held the
   * partition.
   */
  readonly watermarkAt: number;
}

/**
 * The progress before the records of a page are projected. Empty for a page without records that
 * did not reach the end, for example because the leader of the partition did not answer.
 */
export function progressBefore(page: Page): Partial<Progress> {
  const [first] = page.records;
  if (first === undefined) return page.reachedEnd ? { lagRecords: 0, oldestUnreadAt: null } : {};
  return { lagRecords: page.end - first.offset, oldestUnreadAt: first.appendTime };
}

/** The progress after the records were projected and the checkpoint has moved past them. */
export function progressAfter(page: Page, { checkpoint }: Lease): Progress {
  return {
    lagRecords: page.reachedEnd ? 0 : Math.max(0, page.end - checkpoint.nextOffset),
    oldestUnreadAt: page.reachedEnd ? null : checkpoint.lastAppendTime,
    watermarkAt: checkpoint.recordTime - watermarkDelayMs,
  };
}
