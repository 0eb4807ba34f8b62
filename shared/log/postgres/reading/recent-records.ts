import { partitionName } from '../../../events/streams.ts';
import type { LogEntry, LogRecord, Position, ReadPosition } from '../../event-log.ts';

/** The newest records that this process appended, which its readers get without a statement. */
export interface RecentRecords {
  /** Call this after the commit. @param positions of the entries, in their order */
  add(entries: readonly LogEntry[], positions: readonly Position[]): void;
  /** All records from the position on and below `to`. Null unless this process appended all. */
  between(position: ReadPosition, to: number): readonly LogRecord[] | null;
  forget(): void;
}

/** Projections that keep up read a record within two seconds. */
const keptMs = 3_000;
const bytesMax = 2 * 1024 * 1024;
const overheadBytes = 500;

/** Records of a partition, without a gap from `first` on. */
interface Tail {
  first: number;
  readonly records: LogRecord[];
}

export function createRecentRecords(monotonicNow: () => number = () => performance.now()): RecentRecords {
  const tails = new Map<string, Tail>();
  /** Oldest first. */
  let kept: { readonly tail: Tail; readonly bytes: number; readonly addedAt: number }[] = [];
  let bytes = 0;

  function tailWith(record: LogRecord): Tail {
    const name = partitionName(record);
    const known = tails.get(name);
    // After a gap, another process has appended the records in between.
    if (known !== undefined && known.first + known.records.length === record.offset) return known;
    const tail: Tail = { first: record.offset, records: [] };
    tails.set(name, tail);
    return tail;
  }

  function dropOld(now: number): void {
    let dropped = 0;
    for (const { tail, bytes: ofRecord, addedAt } of kept) {
      if (bytes <= bytesMax && now - addedAt <= keptMs) break;
      tail.records.shift();
      tail.first += 1;
      bytes -= ofRecord;
      dropped += 1;
    }
    if (dropped > 0) kept = kept.slice(dropped);
  }

  return {
    add: (entries, positions) => {
      const addedAt = monotonicNow();
      for (const [index, entry] of entries.entries()) {
        const position = positions[index];
        if (position === undefined) continue;
        const record = { ...entry, offset: position.offset, appendTime: position.appendTime };
        const tail = tailWith(record);
        tail.records.push(record);
        const size = overheadBytes + (entry.value?.length ?? 0);
        kept.push({ tail, bytes: size, addedAt });
        bytes += size;
      }
      dropOld(addedAt);
    },
    between: ({ offset, ...partition }, to) => {
      const tail = tails.get(partitionName(partition));
      if (tail === undefined || offset < tail.first || to > tail.first + tail.records.length) return null;
      return tail.records.slice(offset - tail.first, to - tail.first);
    },
    forget: () => {
      tails.clear();
      kept = [];
      bytes = 0;
    },
  };
}
