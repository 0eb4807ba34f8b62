import { OperatorError } from '../../../../shared/errors/errors.ts';
import {
  isKeptForever,
  type Partition,
  partitionName,
  streamNames,
} from '../../../../shared/events/streams.ts';
import { type EventLog, logDamagedCode, type PartitionEnds } from '../../../../shared/log/event-log.ts';
import { readFirstRecords } from '../../../../shared/log/reading/read-first-records.ts';
import { counted } from '../../terminal/progress-display.ts';
import { describeClusterOf } from '../describe-kafka.ts';
import { NotOpened } from '../examined-hub.ts';
import { type Check, defineCheck, type FactsOf, type Finding, findingOf } from '../finding.ts';

export const logCheck: Check = {
  name: 'log',
  run: async (hub) => {
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
  /** Null when the log opens. */
  readonly problem: string | null;
  /** Null when the problem names the fix. */
  readonly fix: string | null;
  readonly ends: readonly PartitionEnds[];
  /** Null when all first and last records can be read. */
  readonly unreadable: string | null;
  /** Partitions that do not return their first or last record, although the log answers. */
  readonly unanswered: readonly Partition[];
}

export function judgeLog({ problem, fix, ends, unreadable: damage, unanswered }: LogFacts): Finding {
  const faults = [];
  if (problem !== null) {
    faults.push({
      what: problem,
      why: 'all tables of the hub come from the log',
      fix: fix ?? 'fix the problem, then start the hub',
    });
  }
  if (damage !== null) {
    faults.push({
      what: damage,
      why: 'tables cannot be rebuilt from this log',
      fix: 'check the disk, then hub backup restore, or a restore of the database',
    });
  }
  for (const partition of unanswered) {
    faults.push({
      what: `${partitionName(partition)} returns no record`,
      why: 'later records are not shown, and tables cannot be rebuilt from this log',
      fix: 'check its leader broker, with its log and disk; hub backup restore brings back a record that stays unreadable',
    });
  }
  const lost = ends.filter(({ stream, start }) => isKeptForever(stream) && start > 0);
  for (const { stream, partition, start } of lost) {
    faults.push({
      what: `${partitionName({ stream, partition })} lacks its first ${start} records`,
      why: 'they must never expire, and tables cannot be rebuilt without them',
      fix: 'restore a backup that has them: hub backup list',
    });
  }
  const records = ends.reduce((sum, { start, end }) => sum + end - start, 0);
  return findingOf(faults, counted(records, 'record'));
}

/**
 * @throws every read error except damage: a log that is only unavailable must not look damaged,
 * because somebody might restore a backup
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
    if (error instanceof OperatorError && error.code === logDamagedCode)
      return { unreadable: error.message, unanswered: [] };
    throw error;
  }
}

export const topicsCheck = defineCheck('topics', describeClusterOf, judgeTopics);

export function judgeTopics(cluster: FactsOf<typeof describeClusterOf>): Finding {
  if (cluster === null) return findingOf([], 'the log is in the database, no Kafka is used');
  const { topics } = cluster;
  const differing = topics.flatMap(({ name, differing: settings }) =>
    settings.map(({ setting, found, wanted }) => ({
      what: `topic ${name} has ${setting}=${found}`,
      why: 'brokers may delete permanent records, keep expired records, or lose acknowledged records',
      fix: `a running projector sets it to ${wanted} within a minute; find out who changed it`,
    })),
  );
  const surplus = topics
    .filter(({ partitions, ownPartitions }) => partitions > ownPartitions)
    .map(({ name, partitions, ownPartitions }) => ({
      what: `topic ${name} has ${partitions} partitions, the hub uses ${ownPartitions}`,
      why: 'records in the other partitions come from another program, and no hub reads them',
      fix: 'set KAFKA_TOPIC_PREFIX when several hubs share the cluster',
    }));
  return findingOf([...differing, ...surplus], `${topics.length} topics have the settings of the hub`);
}
