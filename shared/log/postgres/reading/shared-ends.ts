import { batchCalls } from '../../../async/batch-calls.ts';
import { partitionName, type StreamName } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import type { Position, ReadPosition } from '../../event-log.ts';
import { type PackedEnds, readPackedEnds } from './packed-ends.ts';
import type { LogWakeups } from './reader-wakeups.ts';

/** Reads the ends in one statement for all readers of one event loop turn, and remembers them. */
export interface SharedEnds {
  /** In the order of the positions, from a statement that began after the call. */
  read(positions: readonly ReadPosition[]): Promise<readonly PackedEnds[]>;
  /**
   * The remembered ends, if there are records from these positions on. Null when a statement must
   * tell the ends: the last statement is a second old, or another process may have appended.
   */
  known(positions: readonly ReadPosition[]): readonly PackedEnds[] | null;
  /**
   * The count of wake-ups until which no records from these positions on were appended. Null when
   * there may be records.
   */
  nothingSince(positions: readonly ReadPosition[]): number | null;
  /** Call this after an append of this process has committed, and woken the readers. */
  noteAppended(positions: readonly Position[]): void;
  /** Call this after a wake-up, when the ends of these streams may have changed. */
  forget(streams: Iterable<StreamName>): void;
}

interface FoundEnds extends PackedEnds {
  /** The count of wake-ups before the statement, or after the append. */
  readonly wakes: number;
  /** The start of the last statement. */
  readonly readAt: number;
}

/** Quiet watermarks move every second or two, and need the ends of a new statement. */
const knownForMs = 900;

export function createSharedEnds(sql: Sql, wakes: Pick<LogWakeups, 'count'>): SharedEnds {
  const found = new Map<string, FoundEnds>();
  const forgottenAt = new Map<StreamName, number>();

  function endsOf(positions: readonly ReadPosition[]): readonly FoundEnds[] | null {
    const ends = positions.flatMap((position) => found.get(partitionName(position)) ?? []);
    const isValid = ends.every(({ stream, wakes: count }) => count >= (forgottenAt.get(stream) ?? 0));
    return isValid && ends.length === positions.length ? ends : null;
  }

  const read = batchCalls(async (questions: readonly (readonly ReadPosition[])[]) => {
    const [count, readAt] = [wakes.count(), performance.now()];
    const positions = new Map(questions.flat().map((position) => [partitionName(position), position]));
    const endOf = new Map<string, PackedEnds>();
    for (const ends of await readPackedEnds(sql, [...positions.values()])) {
      const name = partitionName(ends);
      endOf.set(name, ends);
      const last = found.get(name);
      // The statement may not see an append that was noted after its start.
      if (last !== undefined && last.wakes > count) found.set(name, { ...last, readAt });
      else found.set(name, { ...ends, wakes: count, readAt });
    }
    return questions.map((asked) => asked.flatMap((position) => endOf.get(partitionName(position)) ?? []));
  });

  function forget(streams: Iterable<StreamName>): void {
    for (const stream of streams) forgottenAt.set(stream, wakes.count());
  }

  return {
    read,
    known: (positions) => {
      const ends = endsOf(positions);
      const youngest = performance.now() - knownForMs;
      if (ends === null || ends.some(({ readAt }) => readAt < youngest)) return null;
      return ends.some(({ end }, index) => end > (positions[index]?.offset ?? 0)) ? ends : null;
    },
    nothingSince: (positions) => {
      const ends = endsOf(positions);
      if (ends === null || ends.some(({ end }, index) => end > (positions[index]?.offset ?? 0))) return null;
      return wakes.count();
    },
    noteAppended: (positions) => {
      for (const position of positions) {
        const [last] = endsOf([position]) ?? [];
        // The counter of a log that lost records is lower.
        if (last === undefined || position.offset < last.end) forget([position.stream]);
        else found.set(partitionName(position), { ...last, end: position.offset + 1, wakes: wakes.count() });
      }
    },
    forget,
  };
}
