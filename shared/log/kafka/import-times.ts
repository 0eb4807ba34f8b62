import { type Partition, partitionName } from '../../events/streams.ts';
import type { TimedEntry } from '../event-log.ts';
import { requireInOrder } from '../import-order.ts';

/** Remembers the newest time of each partition during an import, to make sure that times never go back. */
export interface ImportTimes {
  /** @throws when a time is below the one before it in its partition */
  check(entries: readonly TimedEntry[]): Promise<void>;
}

/** @param readNewest reads the time of a partition's newest record, 0 when it has none */
export function createImportTimes(readNewest: (partition: Partition) => Promise<number>): ImportTimes {
  const newest = new Map<string, number>();

  return {
    check: async (entries) => {
      const times = new Map<string, number>();
      for (const entry of entries) {
        const name = partitionName(entry);
        const before = times.get(name) ?? newest.get(name) ?? (await readNewest(entry));
        requireInOrder(entry, before, entry.appendTime);
        times.set(name, entry.appendTime);
      }
      for (const [name, time] of times) newest.set(name, time);
    },
  };
}
