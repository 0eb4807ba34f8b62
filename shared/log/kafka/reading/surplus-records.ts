import { partitionName } from '../../../events/streams.ts';
import type { Page, ReadPosition } from '../../event-log.ts';

/** Fetched records that no read has returned yet: a read was full, or no read was running. */
export interface SurplusRecords {
  /**
   * @param from the offset at which a read must start to get this page, which has at least one
   * record
   */
  keep(from: number, page: Page): void;
  take(positions: readonly ReadPosition[]): ReadonlyMap<ReadPosition, Page>;
  /** For failures: the next answer may come from another log. */
  clear(): void;
}

/** The oldest pages are removed first, because their readers have not come back. */
const recordsMaxDefault = 20_000;

export function createSurplusRecords(recordsMax = recordsMaxDefault): SurplusRecords {
  const pages = new Map<string, Page>();
  let records = 0;

  function remove(key: string): Page | undefined {
    const page = pages.get(key);
    pages.delete(key);
    records -= page?.records.length ?? 0;
    return page;
  }

  return {
    keep: (from, page) => {
      const key = offsetKey({ ...page, offset: from });
      remove(key);
      pages.set(key, page);
      records += page.records.length;
      for (const oldest of pages.keys()) {
        if (records <= recordsMax) break;
        remove(oldest);
      }
    },
    take: (positions) => {
      const taken = new Map<ReadPosition, Page>();
      for (const position of positions) {
        const page = remove(offsetKey(position));
        if (page !== undefined) taken.set(position, page);
      }
      return taken;
    },
    clear: () => {
      pages.clear();
      records = 0;
    },
  };
}

/** For example `hub.xp/3@10`. */
export function offsetKey(position: ReadPosition): string {
  return `${partitionName(position)}@${position.offset}`;
}
