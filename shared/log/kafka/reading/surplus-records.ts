import { partitionName } from '../../../events/streams.ts';
import type { Page, ReadPosition } from '../../event-log.ts';

/**
 * Records that a fetch brought and a read had no room for. kafkajs decodes all records of an answer, so what is thrown away
 * is fetched and decoded again: ten times, when reads took a tenth of an answer.
 */
export interface Remainders {
  /** `from` is the offset at which a read goes on with this page, which has at least one record. */
  keep(from: number, page: Page): void;
  /** What is kept for these positions, which is not kept any more then. */
  take(positions: readonly ReadPosition[]): ReadonlyMap<ReadPosition, Page>;
  /** The log that answers next may be another one. */
  clear(): void;
}

/** About 10 MB, some answers in full; the oldest are forgotten first, of readers that never came back. */
const recordsMaxDefault = 20_000;

export function createRemainders(recordsMax = recordsMaxDefault): Remainders {
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

/** Names an offset, as the key of a map. */
export function offsetKey(position: ReadPosition): string {
  return `${partitionName(position)}@${position.offset}`;
}
