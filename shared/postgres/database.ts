import type { z } from 'zod';
import type { PostgresClient } from './postgres-client.ts';

export interface Statement<Row extends object = never> {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Prepared once per connection under this name; for frequent statements. */
  readonly name?: string;
  /** Replaces `DatabaseOptions.abandonAfterMs` for this statement. */
  readonly abandonAfterMs?: number;
  /** Checked by a pool with `checkRows`. */
  readonly rows?: z.ZodType<Row>;
}

export interface Sql {
  many<Row extends object>(statement: Statement<Row>): Promise<Row[]>;
  /** @throws when there is not exactly one row */
  one<Row extends object>(statement: Statement<Row>): Promise<Row>;
  /** @throws when there are several rows */
  maybeOne<Row extends object>(statement: Statement<Row>): Promise<Row | null>;
  /** @returns the number of rows that the statement affected */
  run(statement: Statement): Promise<number>;
}

export interface Tx extends Sql {
  /** The same object in all transactions on a connection. */
  readonly session: object;
  /** `text` is `copy … from stdin`, and names the form of `bytes`. */
  copyIn(text: string, bytes: Buffer): Promise<void>;
}

export interface Database extends Sql {
  /** Rolls back when `work` throws. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>;
  /**
   * For LISTEN and session locks, outside the pool. The server frees the locks when the process
   * dies, and within 20 s when this machine vanishes. The caller closes the connection. A failure
   * of `prepare` also closes it.
   */
  connect(prepare?: (fresh: PostgresClient) => Promise<unknown>): Promise<PostgresClient>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  readonly isolation?: 'repeatable read';
  readonly readOnly?: boolean;
  /** Replaces `DatabaseOptions.abandonAfterMs` for each statement, the begin and the commit. */
  readonly abandonAfterMs?: number;
}
