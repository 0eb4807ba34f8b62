import { type AccessEvent, evolve } from '../fold/evolve.ts';
import { type AccessTables, emptyTables } from '../tables/access-tables.ts';
import { type Given, recorded } from './membership.ts';

/** Rows without `lastOffset`, because a rebuild may have other offsets. */
export interface LiveAndRebuilt {
  readonly live: Rows;
  /** Without the records of subjects that are erased by the end. */
  readonly rebuilt: Rows;
}

type Rows = Readonly<Record<string, readonly object[]>>;

/** The events are a second apart. */
export function liveAndRebuilt(...events: readonly Given[]): LiveAndRebuilt {
  return liveAndRebuiltOf(recorded(events));
}

export function liveAndRebuiltOf(records: readonly AccessEvent[]): LiveAndRebuilt {
  const live = records.reduce(evolve, emptyTables);
  const kept = records.filter(({ subject }) => live.erased.get(subject) === undefined);
  return { live: rowsByTable(live), rebuilt: rowsByTable(kept.reduce(evolve, emptyTables)) };
}

function rowsByTable(tables: AccessTables): Rows {
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      [...table.values()].map(withoutOffset).sort(byText),
    ]),
  );
}

function withoutOffset({ lastOffset: _, ...row }: { readonly lastOffset: number }): object {
  return row;
}

function byText(left: object, right: object): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}
