import { OperatorError } from '../../../../shared/errors.ts';
import { isKeptForever, partitionName, streamNames } from '../../../../shared/events/streams.ts';
import { type EventLog, logDamaged, type PartitionEnds } from '../../../../shared/log/event-log.ts';
import { NotOpened } from '../examined-hub.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

/** Whether the log is this database's own, answers, and has its first and last records. */
export const logCheck: Check = {
  name: 'log',
  look: async (hub) => {
    try {
      const log = hub.log();
      const ends = await log.ends(streamNames);
      return judgeLog({ problem: null, ends, unreadable: await unreadable(log, ends) });
    } catch (error) {
      if (!(error instanceof NotOpened) || error.part !== 'log') throw error;
      return judgeLog({ problem: error.message, ends: [], unreadable: null });
    }
  },
};

export interface LogFacts {
  /** Why it cannot be opened; null where it can. */
  readonly problem: string | null;
  readonly ends: readonly PartitionEnds[];
  /** Why one of its first or last records cannot be read; null where they can. */
  readonly unreadable: string | null;
}

export function judgeLog({ problem, ends, unreadable: damage }: LogFacts): Finding {
  const faults = [];
  if (problem !== null) {
    faults.push({
      what: problem,
      why: 'the log is the truth of the hub',
      fix: 'mend that, then start the hub',
    });
  }
  if (damage !== null) {
    faults.push({
      what: damage,
      why: 'tables cannot be built anew from this log',
      fix: 'look at the disk, then hub backup restore, or a restore of the database',
    });
  }
  const lost = ends.filter(({ stream, start }) => isKeptForever(stream) && start > 0);
  for (const { stream, partition, start } of lost) {
    faults.push({
      what: `${partitionName({ stream, partition })} lacks its first ${start} records`,
      why: 'they are kept for ever, and tables cannot be built anew without them',
      fix: 'restore a backup that has them: hub backup list',
    });
  }
  const records = ends.reduce((sum, { start, end }) => sum + end - start, 0);
  return findingOf(faults, `${records} records`);
}

/**
 * Reads the first and the last record of every partition, which costs two index look-ups each.
 * @returns how the log is damaged; null where it is not
 * @throws what else a read fails with: nobody should restore a log that is only away
 */
async function unreadable(log: EventLog, ends: readonly PartitionEnds[]): Promise<string | null> {
  const filled = ends.filter(({ start, end }) => end > start);
  if (filled.length === 0) return null;
  const firsts = filled.map(({ stream, partition, start }) => ({ stream, partition, offset: start }));
  const lasts = filled.map(({ stream, partition, end }) => ({ stream, partition, offset: end - 1 }));
  try {
    for (const places of [firsts, lasts]) await log.read(places, { maxRecords: places.length, waitMs: 0 });
    return null;
  } catch (error) {
    if (error instanceof OperatorError && error.code === logDamaged) return error.message;
    throw error;
  }
}
