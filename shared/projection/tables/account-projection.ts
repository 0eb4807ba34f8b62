import type { EventDefinition, RecordedEvent, RecordedEventOf } from '../../events/event.ts';
import { inKeyOrder } from '../copy-newer-rows.ts';
import type { GenerationTx, Projection } from '../projection.ts';
import { type AnyRow, HistoryRows, KeyedRows, type TableRows } from './account-rows.ts';
import {
  type AnyTable,
  createTableSql,
  type HistoryTable,
  type KeyedTable,
  type TableKey,
  type TableRow,
} from './keyed-table.ts';
import { readKeyed, readNewest, saveRows } from './table-statements.ts';

export type Tables = Readonly<Record<string, AnyTable>>;

type RowsOf<Table extends AnyTable> = Table extends KeyedTable
  ? KeyedRows<TableKey<Table>, TableRow<Table>>
  : Table extends HistoryTable
    ? HistoryRows<TableRow<Table>>
    : TableRows<TableRow<Table>>;
/** The state of an account: its rows that the events of a batch need. */
export type AccountRows<Of extends Tables> = { readonly [Name in keyof Of]: RowsOf<Of[Name]> };
export type Writes<Of extends Tables> = { readonly [Name in keyof Of]?: readonly TableRow<Of[Name]>[] };

interface AccountProjection<Definition extends EventDefinition, Of extends Tables>
  extends Pick<Projection, 'name' | 'version' | 'readsShapes' | 'migrations' | 'retention' | 'special'> {
  /**
   * The fold takes these events. Events of different streams must use different tables, because
   * their order does not matter.
   */
  readonly events: readonly [Definition, ...Definition[]];
  /** By name in PostgreSQL. */
  readonly tables: Of;
  /** The keys of the rows that the fold reads or writes for an event, for tables with a key. */
  readonly keysOf: {
    readonly [Name in keyof Of as Of[Name] extends KeyedTable
      ? keyof Of[Name]['key'] extends never
        ? never
        : Name
      : never]: (event: RecordedEventOf<Definition>) => readonly TableKey<Of[Name]>[];
  };
  /**
   * The rows to write after an event of an account. Pure: reads no clock and no randomness.
   * @throws to have the record parked
   */
  evolve(rows: AccountRows<Of>, event: RecordedEventOf<Definition>): Writes<Of>;
}

/**
 * A projection with a state per account, whose tables are declared. Derives the tables, reads the
 * rows that a batch needs, and writes only rows that changed: in a rebuild, new rows by `copy`.
 */
export function accountProjection<
  const Events extends readonly [EventDefinition, ...EventDefinition[]],
  const Of extends Tables,
>(
  declared: AccountProjection<Events[number], Of> & { readonly events: Events },
): Projection<AccountRows<Of>, RecordedEventOf<Events[number]>> {
  const { events, tables, keysOf, evolve, ...projection } = declared;
  const named = Object.entries<AnyTable>(tables);
  const keysOfTable = keysOf as Readonly<Record<string, KeysOf | undefined>>;
  const initial = Object.fromEntries(named.map(([name, table]) => [name, noRows(table, false)]));
  return {
    ...projection,
    streams: [...new Set(events.map(({ stream }) => stream))],
    handles: events.map(({ type }) => type),
    tables: named.map(([name, table], index) => ({
      file: `${String(index + 1).padStart(3, '0')}-${name.replaceAll('_', '-')}.sql`,
      sql: createTableSql(name, table),
    })),
    parks: 'subject',
    keyOf: ({ subject }) => subject,
    load: async (tx, batch, known) => {
      const loaded = new Map<string, Record<string, TableRows>>();
      for (const [name, table] of named) {
        const rowsOf = (account: string) => known.get(account)?.[name] as TableRows | undefined;
        const keys = keysOfTable[name] ?? (() => [{}]);
        for (const [account, rows] of await loadTable(tx, { name, table, keys }, batch, rowsOf))
          loaded.set(account, { ...known.get(account), ...loaded.get(account), [name]: rows });
      }
      return loaded as ReadonlyMap<string, unknown> as ReadonlyMap<string, AccountRows<Of>>;
    },
    initial: () => initial as AccountRows<Of>,
    evolve: (state, event) => withRows(state, evolve(state, event)),
    save: async (tx, states) => {
      for (const [name, table] of named) {
        const changed = inKeyOrder(states).flatMap(([account_id, rows]) =>
          (rows[name] as TableRows)
            .changed()
            .map(({ row, isNew }) => ({ isNew, row: { account_id, ...row } })),
        );
        await saveRows(tx, name, table, changed);
      }
    },
  };
}

type KeysOf = (event: RecordedEvent) => readonly AnyRow[];

function noRows(table: AnyTable, isLoaded: boolean): TableRows {
  if (table.kind === 'history') return new HistoryRows(table);
  return new KeyedRows(Object.keys(table.key), isLoaded && table.kind === 'keyed');
}

/** @returns the rows of accounts whose `known` rows lack some, by account */
async function loadTable(
  tx: GenerationTx,
  { name, table, keys }: { readonly name: string; readonly table: AnyTable; readonly keys: KeysOf },
  events: readonly RecordedEvent[],
  known: (account: string) => TableRows | undefined,
): Promise<ReadonlyMap<string, TableRows>> {
  const byAccount = Map.groupBy(events, ({ subject }) => subject);
  const accounts = [...byAccount.keys()].filter((account) => known(account) === undefined);
  if (table.kind === 'output') return new Map(accounts.map((id) => [id, noRows(table, false)]));
  if (table.kind === 'history') {
    const stored = await readNewest(tx, name, table, accounts);
    return new Map(accounts.map((id) => [id, new HistoryRows(table, stored.get(id))]));
  }
  const lacking = Array.from(byAccount, ([account, ofAccount]) => {
    const rows = (known(account) ?? noRows(table, true)) as KeyedRows;
    return { account, rows, missing: rows.missing(ofAccount.flatMap(keys)) };
  }).filter(({ account, missing }) => missing.length > 0 || known(account) === undefined);
  const wanted = lacking.flatMap(({ account, missing }) =>
    missing.map((key) => ({ account_id: account, ...key })),
  );
  const stored = await readKeyed(tx, name, table, wanted);
  return new Map(
    lacking.map(({ account, rows, missing }) => [account, rows.loaded(missing, stored.get(account) ?? [])]),
  );
}

function withRows<Of extends Tables>(state: AccountRows<Of>, writes: Writes<Of>): AccountRows<Of> {
  const changed = Object.entries(writes as Readonly<Record<string, readonly AnyRow[]>>).flatMap(
    ([name, rows]) => {
      const before = state[name] as TableRows;
      const after = before.with(rows);
      return after === before ? [] : [[name, after] as const];
    },
  );
  return changed.length === 0 ? state : { ...state, ...Object.fromEntries(changed) };
}
