import { partitionName } from '../../events/streams.ts';
import type { Sql } from '../../postgres/database.ts';
import { together } from '../../together.ts';
import type { ReadPosition } from '../event-log.ts';
import type { LogWakes } from './log-wakes.ts';
import { type PackedEnds, readPackedEnds } from './packed-ends.ts';

/** The ends of partitions, read in one statement for all readers that ask in the same turn of the event loop. */
export interface SharedEnds {
  /** In the order of the places, from a statement that began after the call. */
  read(places: readonly ReadPosition[]): Promise<readonly PackedEnds[]>;
  /**
   * The count of wakes before the statement that found nothing from these places on, for any reader: a reader that waits
   * for a wake after it need not look before. Null when there may be records.
   */
  nothingSince(places: readonly ReadPosition[]): number | null;
}

export function createSharedEnds(sql: Sql, wakes: Pick<LogWakes, 'count'>): SharedEnds {
  /** What the last statement found, by place. */
  const found = new Map<string, { readonly end: number; readonly wakes: number }>();

  const read = together(async (questions: readonly (readonly ReadPosition[])[]) => {
    const count = wakes.count();
    const places = new Map(questions.flat().map((place) => [partitionName(place), place]));
    const ends = await readPackedEnds(sql, [...places.values()]);
    const endOf = new Map(ends.map((end) => [partitionName(end), end]));
    for (const [key, { end }] of endOf) found.set(key, { end, wakes: count });
    return questions.map((asked) => asked.flatMap((place) => endOf.get(partitionName(place)) ?? []));
  });

  return {
    read,
    nothingSince: (places) => {
      let since = Number.POSITIVE_INFINITY;
      for (const place of places) {
        const last = found.get(partitionName(place));
        if (last === undefined || last.end > place.offset) return null;
        since = Math.min(since, last.wakes);
      }
      return since;
    },
  };
}
