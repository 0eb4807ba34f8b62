import { batchCalls } from '../../../async/batch-calls.ts';
import { partitionName } from '../../../events/streams.ts';
import type { Sql } from '../../../postgres/database.ts';
import type { ReadPosition } from '../../event-log.ts';
import { type PackedEnds, readPackedEnds } from './packed-ends.ts';
import type { LogWakeups } from './reader-wakeups.ts';

/** Reads the ends in one statement for all readers of one event loop turn. */
export interface SharedEnds {
  /** In the order of the positions, from a statement that began after the call. */
  read(positions: readonly ReadPosition[]): Promise<readonly PackedEnds[]>;
  /**
   * The count of wake-ups before the statement that found no records from these positions on. Null
   * when there may be records.
   */
  nothingSince(positions: readonly ReadPosition[]): number | null;
  /** @param wakes the count of wake-ups before the statement that found these ends */
  note(ends: readonly PackedEnds[], wakes: number): void;
}

export function createSharedEnds(sql: Sql, wakes: Pick<LogWakeups, 'count'>): SharedEnds {
  const found = new Map<string, { readonly end: number; readonly wakes: number }>();

  const note: SharedEnds['note'] = (ends, count) => {
    for (const end of ends) found.set(partitionName(end), { end: end.end, wakes: count });
  };

  const read = batchCalls(async (questions: readonly (readonly ReadPosition[])[]) => {
    const count = wakes.count();
    const positions = new Map(questions.flat().map((position) => [partitionName(position), position]));
    const ends = await readPackedEnds(sql, [...positions.values()]);
    const endOf = new Map(ends.map((end) => [partitionName(end), end]));
    note(ends, count);
    return questions.map((asked) => asked.flatMap((position) => endOf.get(partitionName(position)) ?? []));
  });

  return {
    read,
    note,
    nothingSince: (positions) => {
      let since = Number.POSITIVE_INFINITY;
      for (const position of positions) {
        const last = found.get(partitionName(position));
        if (last === undefined || last.end > position.offset) return null;
        since = Math.min(since, last.wakes);
      }
      return since;
    },
  };
}
