import type { RecordedEvent } from '../../events/event.ts';
import type { Projection } from '../projection.ts';
import type { AccountRows, Tables } from '../tables/account-projection.ts';
import type { TableRows } from '../tables/account-rows.ts';
import type { TableRow } from '../tables/keyed-table.ts';

/** The rows that the fold writes for these events of one account, without a database. */
export function foldRows<Of extends Tables, Event extends RecordedEvent>(
  projection: Pick<Projection<AccountRows<Of>, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): { readonly [Name in keyof Of]: readonly TableRow<Of[Name]>[] } {
  const state = events.reduce(projection.evolve, projection.initial(''));
  const rows = Object.entries(state as Readonly<Record<string, TableRows>>).map(([name, each]) => [
    name,
    each.changed().map(({ row }) => row),
  ]);
  return Object.fromEntries(rows);
}
