import type { RecordedEvent } from '../events/event.ts';
import type { StreamName } from '../events/streams.ts';
import type { CopyColumns, CopyRow } from '../postgres/copy/binary-copy.ts';
import type { Sql } from '../postgres/database.ts';

/**
 * A read model: the streams that it reads, its pure fold, and how states are loaded and saved.
 * `State` is the result of folding the events of one key within a batch. The engine keeps no states
 * between batches.
 */
export interface Projection<State = unknown, Event extends RecordedEvent = RecordedEvent> {
  readonly name: ProjectionName;
  /**
   * `shape`: the tables that queries read. `logic`: the behaviour of the fold. A change of either
   * needs a new generation.
   */
  readonly version: { readonly shape: number; readonly logic: number };
  /**
   * Earlier shapes whose tables the queries can read too. They are served until the tables of the
   * new shape are built, so that an upgrade needs no downtime. Each shape is kept for one release.
   */
  readonly readsShapes?: readonly number[];
  /** One stream, or several if the order of records of different streams does not matter. */
  readonly streams: readonly StreamName[];
  /** The event types that it folds; all others are skipped. */
  readonly handles: readonly Event['type'][];
  /**
   * Folder of numbered `.sql` files that create its tables. They run with the schema of the
   * generation as search path.
   */
  readonly migrations: URL;
  /**
   * Columns that a rebuild may fill with other values. Digests leave out columns with these names,
   * in all tables.
   */
  readonly volatileColumns?: readonly string[];
  /**
   * The column with the offset of the record that wrote a row, next to a column `partition`.
   * Projections of streams that delete records set this, because the remaining records get new
   * offsets when the log moves to Kafka.
   */
  readonly offsets?: { readonly table: string; readonly column: string };
  /** The tables that ingest reads. Its role can read no other table of the projection. */
  readonly ingestReads?: readonly TableRead[];
  /** The rows that are deleted after a time. */
  readonly retention?: RowRetention;
  /**
   * Shortest time between the starts of two batches, ms; 100 when not given. Records that come in
   * this time share one commit.
   */
  readonly paceMs?: number;
  /**
   * The records that wait behind a record that cannot be folded: the later records of its subject,
   * or none.
   */
  readonly parks: 'subject' | 'record';
  /** The key of the state that an event folds into. */
  keyOf(event: Event): string;
  /**
   * The stored states that these events need, without keys that have no rows. In a batch of several
   * pages, `known` has the states after the earlier pages. The answer builds on these states, and
   * their rows are not read again.
   */
  load(
    tx: GenerationTx,
    events: readonly Event[],
    known: ReadonlyMap<string, State>,
  ): Promise<ReadonlyMap<string, State>>;
  /** Whether `load` needs all events of a batch at once. A rebuild then commits each page. */
  readonly loadsWholeBatches?: boolean;
  initial(key: string): State;
  /**
   * Pure: reads no clock and no randomness, and does not change `state`.
   * @throws to have the record parked
   */
  evolve(state: State, event: Event): State;
  /** Writes the states that changed, one bulk statement per table. */
  save(tx: GenerationTx, states: ReadonlyMap<string, State>): Promise<void>;
}

/** A table that a role reads. */
export interface TableRead {
  readonly table: string;
  /** All columns when left out. */
  readonly columns?: readonly string[];
}

/**
 * Rows that are kept for the time of a setting. Queries leave out older rows even before they are
 * deleted. So a deletion frees space and changes no answer.
 */
export interface RowRetention {
  /** The name of a setting for rows (`shared/process/settings/retention-settings.ts`). */
  readonly setting: string;
  /**
   * The table of the rows; below, the column with their time, epoch ms. A verification leaves out
   * rows that are about to expire.
   */
  readonly table: string;
  readonly column: string;
  /**
   * The time of the oldest row that is still needed to answer about times from `keptFrom` on, epoch
   * ms. When not given, it is `keptFrom`.
   */
  readonly neededFrom?: (keptFrom: number) => number;
}

/** Any name: the engine knows no projection by name, and the registry lists them all. */
export type ProjectionName = string;

/**
 * A transaction on one generation. `schema` is its quoted PostgreSQL schema, to be put before table
 * names.
 */
export interface GenerationTx extends Sql {
  readonly schema: string;
  /**
   * Only in a generation that is being built: writes rows that conflict with no stored row, at a
   * quarter of the cost of an upsert. Each row has the columns as fields.
   */
  readonly copyNew?: CopyNew;
}

export type CopyNew = <Columns extends CopyColumns>(
  table: string,
  columns: Columns,
  rows: readonly CopyRow<Columns>[],
) => Promise<void>;
