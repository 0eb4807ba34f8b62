import type { z } from 'zod';
import type { PostgresClient } from './postgres-client.ts';

export interface Statement<Row extends object = never> {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Prepared once per connection under this name; for the most frequent statements. */
  readonly name?: string;
  /** As `DatabaseOptions.abandonAfterMs`, for this statement alone. */
  readonly abandonAfterMs?: number;
  /** The schema of a row, checked by a pool with `checkRows`. */
  readonly rows?: z.ZodType<Row>;
}

/** Runs statements, on a pool, a connection or a transaction. */
export interface Sql {
  /** All rows, as the caller's type. */
  many<Row extends object>(statement: Statement<Row>): Promise<Row[]>;
  /** The only row. @throws when there is not exactly one */
  one<Row extends object>(statement: Statement<Row>): Promise<Row>;
  /** The row, or null. @throws when there are several */
  maybeOne<Row extends object>(statement: Statement<Row>): Promise<Row | null>;
  /** Runs the statement. @returns the number of rows that it affected */
  run(statement: Statement): Promise<number>;
}

/** A transaction in progress. */
export interface Tx extends Sql {
  /** Identifies the connection: the same object in all transactions on it. */
  readonly session: object;
  /** Runs `copy … from stdin` with bytes of the form that `text` names. */
  copyIn(text: string, bytes: Buffer): Promise<void>;
}

export interface Database extends Sql {
  /** Runs `work` in a transaction, rolled back when it throws. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /**
   * Opens a connection outside the pool, for LISTEN and for session locks. The caller closes the
   * connection. A failure of `prepare` also closes it.
   */
  connect(prepare?: (fresh: PostgresClient) => Promise<unknown>): Promise<PostgresClient>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly isolation?: 'repeatable read';
  readonly readOnly?: boolean;
  /**
   * The same as `DatabaseOptions.abandonAfterMs`, for each statement of the transaction, its begin
   * and its commit.
   */
  readonly abandonAfterMs?: number;
}
