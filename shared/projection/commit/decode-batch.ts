import { partitionName } from '../../events/streams.ts';
import type { Page, ReadPosition } from '../../log/event-log.ts';
import type { Journal } from '../../log/journal.ts';
import type { Projection } from '../projection.ts';
import { type BatchRecord, toBatch } from './batch.ts';
import { type Lease, note } from './lease.ts';

export interface LeasePage {
  readonly lease: Lease;
  readonly page: Page;
}

export function placeOf({ stream, partition, checkpoint, logStart }: Lease): ReadPosition {
  return { stream, partition, offset: Math.max(checkpoint.nextOffset, logStart) };
}

/** @param pages in the order of `leases` */
export function pairAndNoteLogStart(leases: readonly Lease[], pages: readonly Page[]): LeasePage[] {
  return leases.map((lease, index) => {
    const page = pages[index];
    if (page === undefined || page.stream !== lease.stream || page.partition !== lease.partition) {
      throw new Error(`the log answered for another partition than ${partitionName(lease)}`);
    }
    note(lease, { logStart: page.start });
    return { lease, page };
  });
}

export function isReadable({ barrierAt, checkpoint }: Lease): boolean {
  return barrierAt === null || checkpoint.nextOffset < barrierAt;
}

export function cutAtBarrier({ lease, page }: LeasePage): LeasePage {
  const { barrierAt } = lease;
  if (barrierAt === null || (page.records.at(-1)?.offset ?? 0) < barrierAt) return { lease, page };
  const records = page.records.filter(({ offset }) => offset < barrierAt);
  return { lease, page: { ...page, records, reachedEnd: false } };
}

/**
 * Decodes a record of several projections once, so that they share its event.
 * @returns records ordered by lease and then by offset, for each of `parts`
 */
export async function decodeBatches(
  journal: Journal,
  parts: readonly { readonly projection: Projection; readonly read: readonly LeasePage[] }[],
): Promise<BatchRecord[][]> {
  const records = [...new Set(parts.flatMap(({ read }) => read.flatMap(({ page }) => page.records)))];
  const outcomes = await journal.decode(records);
  const decoded = new Map(records.map((record, index) => [record, outcomes[index]]));
  return parts.map(({ projection, read }) =>
    read.flatMap(({ lease, page }) => {
      const ofPage = page.records.map((record) => decoded.get(record));
      return toBatch(projection, lease, page.records, ofPage);
    }),
  );
}
