import type { RecordedEvent } from '../events/event.ts';
import type { StreamName } from '../events/streams.ts';
import type { Tx } from '../postgres/database.ts';

/**
 * A read model: which streams it reads, the pure fold, and how its states are loaded and saved.
 * `State` is whatever one key's events fold into within a batch; the engine keeps none between batches.
 */
export interface Projection<State = unknown, Event extends RecordedEvent = RecordedEvent> {
  readonly name: ProjectionName;
  /** `shape`: the tables that queries read. `logic`: what the fold does. A change of either makes a new generation. */
  readonly version: { readonly shape: number; readonly logic: number };
  /**
   * Earlier shapes whose tables its queries read as well, for one release each: they are served until those of its own
   * are built, so that an upgrade in place is never down.
   */
  readonly readsShapes?: readonly number[];
  /** One stream, or streams whose interleaving cannot matter. */
  readonly streams: readonly StreamName[];
  /** Types that it folds; all others pass by. */
  readonly handles: readonly Event['type'][];
  /** Folder of numbered `.sql` files that make its tables, run with the generation's schema as search path. */
  readonly migrations: URL;
  /** Columns that a rebuild may fill otherwise, by name, in any of its tables: digests leave them out. */
  readonly volatileColumns?: readonly string[];
  /**
   * Where a table says of which record a row is, beside its `partition`. To be named by rooms of streams that lose
   * records: a log that is moved to Kafka numbers theirs anew.
   */
  readonly offsets?: { readonly table: string; readonly column: string };
  /** What of its tables lives for a time only. */
  readonly retention?: RowRetention;
  /** What a record that cannot be folded holds back: the later records of its subject, or only itself. */
  readonly parks: 'subject' | 'record';
  /** The key of the state that an event folds into. */
  keyOf(event: Event): string;
  /** The stored states that these events need; a key without rows is left out. */
  load(tx: GenerationTx, events: readonly Event[]): Promise<ReadonlyMap<string, State>>;
  initial(key: string): State;
  /** Pure: no clock, no randomness, no change of `state`. @throws to have the record parked */
  evolve(state: State, event: Event): State;
  /** Writes the states that changed, one bulk statement per table. */
  save(tx: GenerationTx, states: ReadonlyMap<string, State>): Promise<void>;
}

/**
 * Rows that are kept for as long as a setting says, by the time that they tell of. Queries cut at the setting, whatever
 * was deleted, so deleting frees space and changes no answer.
 */
export interface RowRetention {
  readonly setting: RowRetentionSetting;
  /** Where they are, and by which column they age, epoch ms: a verification leaves out what is near its end. */
  readonly table: string;
  readonly column: string;
  /** Deletes at most `limit` rows that are not needed for times from `keptFrom` on, epoch ms. @returns how many */
  deleteOld(tx: GenerationTx, keptFrom: number, limit: number): Promise<number>;
}

export type RowRetentionSetting = 'XP_RAW_RETENTION_DAYS' | 'LOCATION_RETENTION_DAYS';

/** The engine knows no room by name; the registry lists them. */
export type ProjectionName = string;

/** A transaction bound to one generation; `schema` is its quoted Postgres schema, to be put before table names. */
export interface GenerationTx extends Tx {
  readonly schema: string;
}
