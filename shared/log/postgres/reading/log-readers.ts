import { type StreamName, streamNames } from '../../../events/streams.ts';
import type { Database } from '../../../postgres/database.ts';
import type { LogEntry, Position } from '../../event-log.ts';
import type { ReadContext } from './read-log.ts';
import { createLogWakeups } from './reader-wakeups.ts';
import { createRecentRecords } from './recent-records.ts';
import { createSharedEnds } from './shared-ends.ts';

/** The parts that the readers of a process share. */
export interface LogReaders extends ReadContext {
  /** Wakes the readers when another process may have appended; by default to any stream. */
  noteGrown(streams?: Iterable<StreamName>): void;
  /** Wakes the readers after a commit of this process. */
  noteAppended(entries: readonly LogEntry[], positions: readonly Position[]): void;
}

/** @param remembers whether appends of this process are kept for its readers */
export function createLogReaders(database: Database, remembers: boolean): LogReaders {
  const wakes = createLogWakeups();
  const [ends, recent] = [createSharedEnds(database, wakes), createRecentRecords()];

  function noteGrown(streams: Iterable<StreamName> = streamNames): void {
    wakes.wake(streams);
    ends.forget(streams);
  }

  return {
    database,
    wakes,
    ends,
    recent,
    noteGrown,
    noteAppended: (entries, positions) => {
      const grown = new Set(positions.map(({ stream }) => stream));
      if (!remembers) return noteGrown(grown);
      recent.add(entries, positions);
      wakes.wake(grown);
      ends.noteAppended(positions);
    },
  };
}
