import { pause } from '../../../async/waiting.ts';
import { LogUnavailable } from '../../../errors/errors.ts';
import type { Logger } from '../../../observability/logger.ts';
import type { Database, Sql } from '../../../postgres/database.ts';
import type { LogEntry, Position } from '../../event-log.ts';
import { createPendingAppends, type PendingAppend, settleGroup } from '../../pending-appends.ts';
import { type AppendSession, createAppendConnection } from './append-connection.ts';
import { type OffsetClaim, prepareAppend } from './append-statement.ts';

export interface AppendQueue {
  /**
   * @throws LogUnavailable when not durable within `deadlineMs`, when too many records wait, and
   * after close
   */
  append(entries: readonly LogEntry[], deadlineMs: number): Promise<readonly Position[]>;
  /** Takes no more records, and resolves when all waiting calls have an outcome. */
  close(): Promise<void>;
}

interface AppendQueueOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly checkSession?: (session: Sql) => Promise<void>;
  /** Called after each commit, before the calls are resolved. */
  onAppended(entries: readonly LogEntry[]): void;
}

/** Larger groups make records cheaper under load. Calls that arrive one by one never wait. */
const groupEveryMs = 10;
/** Larger groups lock the counters for longer, and take several times their bytes in memory. */
const groupRecordsMax = 4_000;
const groupBytesMax = 1024 * 1024;
/** After this time few callers still wait. */
const groupTimeoutMs = 5_000;
const reconnectEveryMs = 100;

/** Group commit: calls that arrive during the commit of a group share the next group. */
export function createAppendQueue(options: AppendQueueOptions): AppendQueue {
  const { database, logger, checkSession, onAppended } = options;
  const calls = createPendingAppends({ groupRecordsMax, groupBytesMax });
  const connection = createAppendConnection(database, checkSession);
  let working: Promise<void> | undefined;
  let closed = false;
  let failing = false;

  async function work(): Promise<void> {
    while (calls.waiting()) {
      const started = performance.now();
      const session = await connection.open().catch(withoutConnection);
      if (session === null) continue;
      const group = calls.takeGroup();
      await commit(session, group);
      if (group.length > 1 || calls.waiting()) await pause(started + groupEveryMs - performance.now());
    }
    working = undefined;
  }

  /** Nothing was sent: each call waits until its deadline, unless the log is no longer writable. */
  async function withoutConnection(error: unknown): Promise<null> {
    reportFailure(error);
    if (error instanceof LogUnavailable) settleGroup(calls.takeGroup(), error);
    else await pause(reconnectEveryMs);
    return null;
  }

  async function commit({ sql, canInsert }: AppendSession, group: readonly PendingAppend[]): Promise<void> {
    const entries = group.flatMap((call) => call.entries);
    if (entries.length === 0) return;
    const timeout = setTimeout(connection.discard, groupTimeoutMs);
    try {
      const { statement, positions } = prepareAppend(entries, { canInsert });
      const appended = positions(await sql.many<OffsetClaim>(statement));
      onAppended(entries);
      settleGroup(group, appended);
      failing = false;
    } catch (error) {
      // The group may be committed. The callers get an error and append again.
      void connection.discard();
      reportFailure(error);
      settleGroup(group, new LogUnavailable('the append failed', { cause: error }));
    } finally {
      clearTimeout(timeout);
    }
  }

  function reportFailure(error: unknown): void {
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
