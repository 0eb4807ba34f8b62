import type { RecordedEvent } from '../events/event.ts';
import type { StreamName } from '../events/streams.ts';
import type { CopyColumns, CopyRow } from '../postgres/copy/binary-copy.ts';
import type { Sql } from '../postgres/database.ts';
import type { QuotedSchema } from '../postgres/quoted-schema.ts';

/**
 * A read model. `State` is the result of folding the events of one key within a batch. The engine
 * keeps no states between batches.
 */
export interface Projection<State = unknown, Event extends RecordedEvent = RecordedEvent> {
  readonly name: ProjectionName;
  /**
   * `shape`: the tables that queries read. `logic`: the behaviour of the fold. A change of either
   * needs a new generation.
   */
  readonly version: { readonly shape: number; readonly logic: number };
  /**
   * Earlier shapes that the queries can read too, so that an upgrade needs no downtime. Each shape
   * is kept for one release.
   */
  readonly readsShapes?: readonly number[];
  /** Several only if the order of records of different streams does not matter. */
  readonly streams: readonly StreamName[];
  /** Other events are skipped. */
  readonly handles: readonly Event['type'][];
  /** Statements that create the tables of `accountProjection`, in order. */
  readonly tables?: readonly TableFile[];
  /**
   * Folder of numbered `.sql` files, which run after `tables`, with the schema of the generation as
   * search path.
   */
  readonly migrations?: URL;
  readonly retention?: RowRetention;
  readonly special?: SpecialCases;
  /** `subject`: later records of the subject wait behind a record that cannot be folded. */
  readonly parks: 'subject' | 'record';
  keyOf(event: Event): string;
  /**
   * The states of the keys of these events that have stored rows. `events` includes events that the
   * fold skips. A large batch comes in pages, and `known` has the states after the earlier pages,
   * whose rows are not written yet. Skip a key of `known`, unless its state lacks stored rows: then
   * return this state with the rows.
   */
  load(
    tx: GenerationTx,
    events: readonly Event[],
    known: ReadonlyMap<string, State>,
  ): Promise<ReadonlyMap<string, State>>;
  initial(key: string): State;
  /**
   * Pure: reads no clock and no randomness, and does not change `state`.
   * @throws to have the record parked
   */
  evolve(state: State, event: Event): State;
  /** One bulk statement per table. */
  save(tx: GenerationTx, states: ReadonlyMap<string, State>): Promise<void>;
}

/** A generation notes the names of the files that it ran. */
export interface TableFile {
  readonly file: string;
  readonly sql: string;
}

/** Most projections need none of these members. */
export interface SpecialCases {
  /**
   * Columns that a rebuild may fill with other values. Digests leave these columns out, in all
   * tables.
   */
  readonly volatileColumns?: readonly string[];
  /**
   * The column with the offset of the record that wrote a row, next to a column `partition`. Needed
   * if the stream of the record deletes records: a move of the log to Kafka closes the gaps, so
   * offsets change.
   */
  readonly offsets?: { readonly table: string; readonly column: string };
  /** The role of ingest can read no other table of the projection. */
  readonly ingestReads?: readonly TableRead[];
  /** How often the watermarks of quiet partitions move; 5 s when not given. */
  readonly watermarkEveryMs?: number;
  /** Shortest time between the starts of two batches; 1,500 when not given. */
  readonly paceMs?: number;
  /**
   * The table whose rows the states are, if `load` reads nothing and `save` writes these rows. A
   * small batch then commits with one statement. A state of null has no row.
   */
  readonly statesAreRows?: WrittenTable;
  /**
   * True if `load` needs all events of a batch in one call. A rebuild then makes each page a batch
   * and commits it.
   */
  readonly loadsWholeBatches?: boolean;
}

export interface WrittenTable<Of extends CopyColumns = CopyColumns> {
  readonly table: string;
  readonly columns: Of;
  /** The columns of the primary key, or of another unique key. */
  readonly key: readonly (keyof Of & string)[];
}

export interface TableRead {
  readonly table: string;
  /** All columns when left out. */
  readonly columns?: readonly string[];
}

/**
 * Rows that are kept for the time of a setting. Queries leave out older rows even before they are
 * deleted.
 */
export interface RowRetention {
  /** A name from `shared/process/settings/retention-settings.ts`. */
  readonly setting: string;
  /** The table of the rows; `column` has their time, epoch ms. */
  readonly table: string;
  readonly column: string;
  /**
   * Answers about times after `keptFrom` may need older rows. Returns the time of the oldest row
   * that they need, epoch ms; `keptFrom` by default.
   */
  readonly neededFrom?: (keptFrom: number) => number;
}

/** Any name: the engine knows no projection by name. */
export type ProjectionName = string;

/** A transaction on one generation. */
export interface GenerationTx extends Sql {
  readonly schema: QuotedSchema;
  /**
   * Only in a generation that is being built: writes rows that conflict with no stored row, cheaper
   * than an upsert.
   */
  readonly copyNew?: CopyNew;
}

export type CopyNew = <Columns extends CopyColumns>(
  table: string,
  columns: Columns,
  rows: readonly CopyRow<Columns>[],
) => Promise<void>;
