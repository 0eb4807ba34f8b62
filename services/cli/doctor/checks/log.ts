import { OperatorError } from '../../../../shared/errors/errors.ts';
import {
  isKeptForever,
  type Partition,
  partitionName,
  streamNames,
} from '../../../../shared/events/streams.ts';
import { type EventLog, logDamaged, type PartitionEnds } from '../../../../shared/log/event-log.ts';
import { readFirstRecords } from '../../../../shared/log/reading/read-first-records.ts';
import { NotOpened } from '../examined-hub.ts';
import { type Check, type Finding, findingOf } from '../finding.ts';

/** Whether the log is this database's own, answers, and has its first and last records. */
export const logCheck: Check = {
  name: 'log',
  look: async (hub) => {
    try {
      const log = hub.log();
      const ends = await log.ends(streamNames);
      return judgeLog({ problem: null, fix: null, ends, ...(await readOutermost(log, ends)) });
    } catch (error) {
      if (!(error instanceof NotOpened) || error.part !== 'log') throw error;
      const { message: problem, fix } = error;
      return judgeLog({ problem, fix, ends: [], unreadable: null, unanswered: [] });
    }
  },
};

export interface LogFacts {
  /** Why it cannot be opened; null where it can. */
  readonly problem: string | null;
  /** The command that repairs it; null where the problem tells it. */
  readonly fix: string | null;
  readonly ends: readonly PartitionEnds[];
  /** Why one of its first or last records cannot be read; null where they can. */
  readonly unreadable: string | null;
  /** Partitions of which the first or the last record does not come, though the log answers. */
  readonly unanswered: readonly Partition[];
}

export function judgeLog({ problem, fix, ends, unreadable: damage, unanswered }: LogFacts): Finding {
  const faults = [];
  if (problem !== null) {
    faults.push({
      what: problem,
      why: 'the log is the truth of the hub',
      fix: fix ?? 'repair that, then start the hub',
    });
  }
  if (damage !== null) {
    faults.push({
      what: damage,
      why: 'tables cannot be built anew from this log',
      fix: 'look at the disk, then hub backup restore, or a restore of the database',
    });
  }
  for (const partition of unanswered) {
    faults.push({
      what: `${partitionName(partition)} gives no record`,
      why: 'nothing behind it is shown, and tables cannot be built anew from this log',
      fix: 'look at the broker that leads it, its log and its disk; a record that stays unreadable comes back with hub backup restore',
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
 * @throws what else a read fails with: nobody should restore a log that is only away
 */
async function readOutermost(
  log: EventLog,
  ends: readonly PartitionEnds[],
): Promise<Pick<LogFacts, 'unreadable' | 'unanswered'>> {
  const filled = ends.filter(({ start, end }) => end > start);
  const firsts = filled.map(({ stream, partition, start }) => ({ stream, partition, offset: start }));
  const lasts = filled.map(({ stream, partition, end }) => ({ stream, partition, offset: end - 1 }));
  try {
    const read = await Promise.all([readFirstRecords(log, firsts), readFirstRecords(log, lasts)]);
    const silent = new Set(read.flatMap(({ unanswered }) => unanswered.map(partitionName)));
    return { unreadable: null, unanswered: filled.filter((each) => silent.has(partitionName(each))) };
  } catch (error) {
    if (error instanceof OperatorError && error.code === logDamaged)
      return { unreadable: error.message, unanswered: [] };
    throw error;
  }
}
