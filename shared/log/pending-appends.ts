import { LogUnavailable } from '../errors/errors.ts';
import type { LogEntry, Position } from './event-log.ts';

/** Only the first `settle` counts. */
export interface PendingAppend {
  readonly entries: readonly LogEntry[];
  readonly bytes: number;
  settle(outcome: readonly Position[] | Error): void;
}

export interface PendingAppends {
  /** @throws LogUnavailable when too many records wait, or without an outcome after `deadlineMs` */
  add(entries: readonly LogEntry[], deadlineMs: number): Promise<readonly Position[]>;
  takeGroup(): PendingAppend[];
  waiting(): boolean;
}

export interface PendingAppendsOptions {
  /** A single call above these bounds is a group alone. */
  readonly groupRecordsMax: number;
  readonly groupBytesMax: number;
  /** Given when several queues share one bound. */
  readonly open?: PendingTotals;
}

export interface PendingTotals {
  records: number;
  bytes: number;
}

const recordsMax = 20_000;
const bytesMax = 64 * 1024 * 1024;

export function createPendingAppends(options: PendingAppendsOptions): PendingAppends {
  const { groupRecordsMax, groupBytesMax, open = { records: 0, bytes: 0 } } = options;
  const queue = new Set<PendingAppend>();

  function add(entries: readonly LogEntry[], deadlineMs: number): Promise<readonly Position[]> {
    const bytes = sizeOf(entries);
    const full = open.records + entries.length > recordsMax || open.bytes + bytes > bytesMax;
    if (full && open.records > 0) {
      return Promise.reject(new LogUnavailable('too many records wait for the log'));
    }
    open.records += entries.length;
    open.bytes += bytes;
    return new Promise((resolve, reject) => {
      let settled = false;
      const settle = (outcome: readonly Position[] | Error) => {
        if (settled) return;
        settled = true;
        clearTimeout(deadline);
        queue.delete(call);
        open.records -= entries.length;
        open.bytes -= bytes;
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      const call = { entries, bytes, settle };
      const deadline = setTimeout(
        () =>
          settle(new LogUnavailable(`the log did not take the records within ${Math.round(deadlineMs)} ms`)),
        deadlineMs,
      );
      queue.add(call);
    });
  }

  function takeGroup(): PendingAppend[] {
    const group: PendingAppend[] = [];
    let records = 0;
    let bytes = 0;
    for (const call of queue) {
      records += call.entries.length;
      bytes += call.bytes;
      if (group.length > 0 && (records > groupRecordsMax || bytes > groupBytesMax)) break;
      group.push(call);
      queue.delete(call);
    }
    return group;
  }

  return { add, takeGroup, waiting: () => queue.size > 0 };
}

export function settleGroup(group: readonly PendingAppend[], outcome: readonly Position[] | Error): void {
  let at = 0;
  for (const { entries, settle } of group) {
    settle(outcome instanceof Error ? outcome : outcome.slice(at, at + entries.length));
    at += entries.length;
  }
}

const recordOverheadBytes = 200;

function sizeOf(entries: readonly LogEntry[]): number {
  let bytes = 0;
  for (const entry of entries) bytes += (entry.value?.length ?? 0) + recordOverheadBytes;
  return bytes;
}
