import { deepStrictEqual } from 'node:assert/strict';
import { evolve } from '../fold/evolve.ts';
import type { Refusal } from '../model/refusal.ts';
import { type AccessTables, emptyTables } from '../tables/access-tables.ts';
import { type Given, recorded } from './membership.ts';

/** The events are a second apart. Also checks that a repeated record changes nothing. */
export function fold(...events: readonly Given[]): AccessTables {
  const once = recorded(events).reduce(evolve, emptyTables);
  const twice = recorded(events)
    .flatMap((event) => [
      event,
      { ...event, offset: event.offset + 10_000, recordTime: event.recordTime + 1 },
    ])
    .reduce(evolve, emptyTables);
  deepStrictEqual(dump(twice), dump(once));
  return once;
}

/** The verdict on the last event. */
export function verdictOn(events: readonly Given[]): Refusal | 'granted' | undefined {
  const verdict = fold(...events).verdicts.get(events.at(-1)?.recordId ?? '');
  return verdict?.refusal === null ? 'granted' : verdict?.refusal;
}

function dump(tables: AccessTables): unknown {
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, [...table.values()]]));
}
