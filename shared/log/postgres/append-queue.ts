import { setTimeout as sleep } from 'node:timers/promises';
import { LogUnavailable } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Database, Sql } from '../../postgres/database.ts';
import { type AppendCall, createAppendCalls, settleGroup } from '../append-calls.ts';
import type { LogEntry, Position } from '../event-log.ts';
import { createAppendConnection } from './append-connection.ts';
import { type Claim, prepareAppend } from './append-statement.ts';

export interface AppendQueue {
  /** @throws LogUnavailable when not durable within `deadlineMs`, when too much waits, and when closed */
  append(entries: readonly LogEntry[], deadlineMs: number): Promise<readonly Position[]>;
  /** Takes no more, and waits until what waits has its outcome. */
  close(): Promise<void>;
}

interface AppendQueueOptions {
  readonly database: Database;
  readonly logger: Logger;
  /** Runs after each commit, before the callers go on. */
  onAppended(entries: readonly LogEntry[]): void;
}

/**
 * Time from the start of a group to the start of the next: a group costs the process about 0.2 ms whatever its size,
 * so under load gathering a little longer makes records cheaper. A call after a pause never waits.
 */
const groupEveryMs = 10;
/** Larger groups gain nothing and hold the counters longer. */
const groupRecordsMax = 4_000;
const groupBytesMax = 4 * 1024 * 1024;
/** A group without an answer by then is given up with its connection: no caller waits for it any more. */
const groupTimeoutMs = 5_000;
const reconnectEveryMs = 100;

/** Group commit: calls that wait while a group is committed share the next one. One group is under way at a time. */
export function createAppendQueue({ database, logger, onAppended }: AppendQueueOptions): AppendQueue {
  const calls = createAppendCalls({ groupRecordsMax, groupBytesMax });
  const connection = createAppendConnection(database);
  let working: Promise<void> | undefined;
  let closed = false;
  let failing = false;

  async function work(): Promise<void> {
    while (calls.waiting()) {
      const started = performance.now();
      const sql = await connection.open().catch(reportFailure);
      // Nothing was sent: the calls go on waiting, each to its deadline.
      if (sql === undefined) await sleep(reconnectEveryMs);
      else await commit(sql, calls.takeGroup());
      const rest = groupEveryMs - (performance.now() - started);
      if (rest > 0) await sleep(rest);
    }
    working = undefined;
  }

  async function commit(sql: Sql, group: readonly AppendCall[]): Promise<void> {
    const entries = group.flatMap((call) => call.entries);
    if (entries.length === 0) return;
    const timeout = setTimeout(connection.discard, groupTimeoutMs);
    try {
      const { statement, positions } = prepareAppend(entries);
      const appended = positions(await sql.many<Claim>(statement));
      onAppended(entries);
      settleGroup(group, appended);
      failing = false;
    } catch (error) {
      // Whether it was committed is not known; whoever was not answered sends again.
      void connection.discard();
      reportFailure(error);
      settleGroup(group, new LogUnavailable('the append failed', { cause: error }));
    } finally {
      clearTimeout(timeout);
    }
  }

  /** The first of a row of failures; a server that is away would fill the log. */
  function reportFailure(error: unknown): undefined {
    if (!failing) logger.warn({ err: error }, 'the event log cannot be written');
    failing = true;
  }

  return {
    append: async (entries, deadlineMs) => {
      if (closed) throw new LogUnavailable('the log is closed');
      if (entries.length === 0) return [];
      const outcome = calls.add(entries, deadlineMs);
      working ??= work();
      return outcome;
    },
    close: async () => {
      closed = true;
      await working;
      await connection.discard();
    },
  };
}
