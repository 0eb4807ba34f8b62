import { counted } from '../../terminal/progress-display.ts';
import { describeClusterOf } from '../describe-kafka.ts';
import type { ExaminedHub } from '../examined-hub.ts';
import { defineCheck, type FactsOf, type Finding, findingOf, sizeOf, spanOf } from '../finding.ts';

export const replicationCheck = defineCheck('replication', readReplication, judgeReplication);

/** `cluster` is null when the log is in the database; `kept_bytes` is WAL kept for a slot. */
async function readReplication(hub: ExaminedHub) {
  const cluster = await describeClusterOf(hub);
  const database = hub.ownerDatabase();
  const slots = await database.many<{ name: string; active: boolean; kept_bytes: number }>({
    text: `select slot_name as name, active,
                  coalesce(pg_wal_lsn_diff(
                    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
                    restart_lsn
                  ), 0)::bigint as kept_bytes
           from pg_replication_slots
           where not temporary`,
  });
  const standbys = await database.many<{ name: string; lag_ms: number }>({
    text: `select coalesce(nullif(application_name, ''), 'without a name') as name,
                  coalesce(extract(epoch from replay_lag) * 1000, 0)::bigint as lag_ms
           from pg_stat_replication`,
  });
  return { cluster, slots, standbys };
}

const standbyLagMaxMs = 60_000;
const keptMaxBytes = 10e9;
const replicasWanted = 3;

export function judgeReplication({ cluster, slots, standbys }: FactsOf<typeof readReplication>): Finding {
  const { topics, brokers } = cluster ?? { topics: [], brokers: 0 };
  const wanted = Math.min(replicasWanted, brokers);
  const few = topics.filter(({ replicas }) => replicas < wanted);
  const underReplicated = topics.filter((topic) => topic.underReplicatedPartitions > 0);
  const faults = [
    ...few.map(({ name, replicas }) => ({
      what: `topic ${name} has ${replicas} replicas on ${brokers} brokers`,
      why: 'the loss of a disk loses acknowledged records',
      fix: `kafka-reassign-partitions.sh to ${wanted} replicas, then restart the hub`,
    })),
    ...underReplicated.map((topic) => ({
      what: `${topic.underReplicatedPartitions} partitions of ${topic.name} lack an in-sync replica`,
      why: 'appends are refused when another broker fails',
      fix: 'start the broker that is down, or check its disk and network',
    })),
    ...slots
      .filter(({ active, kept_bytes }) => !active || kept_bytes > keptMaxBytes)
      .map(({ name, active, kept_bytes }) => ({
        what: `replication slot ${name} ${active ? 'lags' : 'is not used'} and keeps ${sizeOf(kept_bytes)} of WAL`,
        why: 'the server keeps WAL for it until its disk is full',
        fix: `start its standby, or select pg_drop_replication_slot('${name}')`,
      })),
    ...standbys
      .filter(({ lag_ms }) => lag_ms > standbyLagMaxMs)
      .map(({ name, lag_ms }) => ({
        what: `standby ${name} is ${spanOf(lag_ms)} behind`,
        why: 'a failover would lose the missing data',
        fix: 'check its load and network',
      })),
  ];
  const copies =
    cluster === null
      ? counted(standbys.length, 'standby')
      : `${counted(brokers, 'broker')}, ${counted(standbys.length, 'standby')}`;
  return findingOf(faults, copies);
}
